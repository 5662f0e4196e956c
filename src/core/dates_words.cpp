// SPDX-License-Identifier: MIT
#include "core/dates_words.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "base/text.hpp"

namespace paperwatch {

namespace {

using std::chrono::minutes;

// English, German, French, Spanish, Portuguese, Italian, Dutch, Russian, Greek, Hungarian.
constexpr std::array<std::string_view, 12> months = {
    " jan january januar janvier janv enero ene janeiro gennaio gen januari янв января январь"
    " ιαν ιανουαρίου jänner január ",
    " feb february februar février févr fevr febrero fevereiro fev febbraio februari фев февр"
    " февраля февраль φεβ φεβρουαρίου február ",
    " mar march märz mrz mär mars marzo março maart mrt мар марта март μάρ μαρ μάρτ μάρτιος"
    " μαρτίου március ",
    " apr april avril avr abril abr aprile апр апреля апрель απρ απρίλ απριλίου április ",
    " may mai mayo maio maggio mag mei мая май μάι μαι μαϊ μάιος μαΐου május ",
    " jun june juni juin junio junho giugno giu июн июня июнь ιούν ιουν ιουνίου június ",
    " jul july juli juillet juil julio julho luglio lug июл июля июль ιούλ ιουλ ιουλίου július ",
    " aug august août aout agosto ago augustus авг августа август αύγ αυγ αυγούστου augusztus ",
    " sep sept september septembre septiembre setiembre setembro set settembre сен сент сентября"
    " сентябрь σεπ σεπτ σεπτεμβρίου szeptember ",
    " oct october okt oktober octobre octubre outubro out ottobre ott окт октября октябрь οκτ"
    " οκτωβρίου október ",
    " nov november novembre noviembre novembro ноя нояб ноября ноябрь νοέ νοε νοεμ νοεμβρίου ",
    " dec december dez dezember déc décembre diciembre dic dezembro dicembre дек декабря декабрь"
    " δεκ δεκεμβρίου "};

constexpr std::string_view weekdays =
    " mon tue tues wed weds thu thur thurs fri sat sun monday tuesday wednesday thursday friday"
    " saturday sunday montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag mo di "
    "mi"
    " do fr sa so lundi mardi mercredi jeudi vendredi samedi dimanche lun mer jeu ven sam dim lunes"
    " martes miércoles jueves viernes sábado domingo lunedì martedì mercoledì giovedì venerdì "
    "sabato"
    " domenica segunda terça quarta quinta sexta пн вт ср чт пт сб вс понедельник вторник среда"
    " четверг пятница суббота воскресенье δευ τρι τετ πεμ παρ σαβ κυρ ";

struct Zone {
  std::string_view names;
  int minutes;
};

// RFC 822's zones, the short forms seen in feeds, and a few more without a double meaning.
constexpr std::array<Zone, 22> zones = {{{" z ut utc gmt etc/gmt etc/utc wet ", 0},
                                         {" bst west cet met mez ", 60},
                                         {" cest mest mesz eet sast ", 120},
                                         {" msk eest ", 180},
                                         {" pkt ", 300},
                                         {" hkt sgt awst ", 480},
                                         {" jst kst ", 540},
                                         {" aest ", 600},
                                         {" aedt ", 660},
                                         {" nzst ", 720},
                                         {" nzdt ", 780},
                                         {" adt brt ", -180},
                                         {" at ast edt ", -240},
                                         {" et est cdt ", -300},
                                         {" ct cst mdt ", -360},
                                         {" mt mst pdt ", -420},
                                         {" pt pst akdt ", -480},
                                         {" akst ", -540},
                                         {" hst ", -600},
                                         {" nst ", -210},
                                         {" ndt ", -150},
                                         {" acst ", 570}}};

bool holds(std::string_view names, std::string_view name) {
  return !name.empty() && names.find(" " + std::string(name) + " ") != std::string_view::npos;
}

}  // namespace

std::optional<int> month_of(std::string_view name) {
  const auto found =
      std::find_if(months.begin(), months.end(), [&](auto names) { return holds(names, name); });
  if (found == months.end()) return std::nullopt;
  return static_cast<int>(found - months.begin()) + 1;
}

bool is_weekday(std::string_view name) {
  return holds(weekdays, name);
}

std::optional<minutes> zone_offset(std::string_view name) {
  const auto found = std::find_if(zones.begin(), zones.end(),
                                  [&](const Zone& zone) { return holds(zone.names, name); });
  if (found == zones.end()) return std::nullopt;
  return minutes(found->minutes);
}

}  // namespace paperwatch
