// SPDX-License-Identifier: MIT
// A folder as a web site. Files are read anew at each request, so that whoever owns the folder
// changes the site by changing a file, or by turning a symbolic link.
#pragma once

#include <filesystem>

#include "support/http_server.hpp"

namespace paperwatch::test {

// Answers `request` from `folder`: ETag from the content, Last-Modified from the file, 304 to a
// matching If-None-Match or If-Modified-Since, 404 for what is not there, 405 for what is
// neither GET nor HEAD.
//
// Which file: what `routes.txt` in the folder says, lines of `TARGET FILE [CONTENT-TYPE]` (the
// target with its query, as requested; # begins a comment); else the file of that very name,
// query included (`x?page=2`); else, without a query, FILE.html or FOLDER/index.html. Neither
// way leads out of the folder.
Reply reply_from_folder(const std::filesystem::path& folder, const Request& request);

// Whether answers carry an ETag and Last-Modified, and conditional requests are answered as such.
enum class Validation { offered, none };

// The same as a handler, for HttpServer::otherwise.
Handler folder_site(std::filesystem::path folder, Validation validation = Validation::offered);

}  // namespace paperwatch::test
