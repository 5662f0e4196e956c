// SPDX-License-Identifier: MIT
#include "extract/text.hpp"

#include "extract/pages.hpp"

using namespace paperwatch;

TEST_CASE("text is what a reader sees", "[text]") {
  const std::vector<std::pair<std::string_view, std::string_view>> cases = {
      {"a<br>b", "a b"},
      {"<p>a</p>b<div>c</div>", "a b c"},
      {"<ul><li>a<li>b</ul>", "a b"},
      {"<table><tr><td>a<td>b<tr><th>c</table>", "a b c"},
      {"<dl><dt>a<dd>b</dl>", "a b"},
      {"<b>Spar</b><i>se</i> <span> x</span>", "Sparse x"},
      {"CO<sub>2</sub> &amp; H<sub>2</sub>O", "CO2 & H2O"},
      {"a&nbsp;&#x3000;\n\t&#x2003;b", "a b"},
      {"a<script>x</script><style>y</style><template>z</template><noscript>n</noscript>b", "ab"},
      {"a<!-- c -->b", "ab"},
      {"<p hidden style='display:none'>seen", "seen"},
      {"e&#x301;", "\xC3\xA9"},
      {"<textarea>\nkept</textarea><button>too</button>", "kepttoo"},
      {"<select><option>a<option>b</select>", "a b"},
      {"<pre>  a\n   b </pre>", "a b"},
      {"x<wbr>y", "xy"},
      {"<h2>T</h2>and<hr>u", "T and u"},
      {"&lt;b&gt; std::vector&lt;int&gt;", "<b> std::vector<int>"},
      {"a\xC2\xA0 b", "a b"},
      {"   ", ""},
  };
  for (const auto& [html, expected] : cases) {
    INFO(html);
    CHECK(text_of_page(html) == expected);
  }
}

TEST_CASE("removed elements leave the text, and several elements stand apart", "[text]") {
  const Tree tree = tree_of("<p>Title: <b>x</b><i>y</i></p><p>z</p>");

  CHECK(rendered_text(tree, found(tree, "p"), found(tree, "b")) == "Title: y z");
  CHECK(rendered_text(tree, found(tree, "b, i")) == "x y");
  CHECK(rendered_text(tree, found(tree, "p"), found(tree, "p")).empty());
  CHECK(rendered_text(tree, {}).empty());
}

TEST_CASE("own text is that of the element's direct text nodes, joined", "[text]") {
  const Tree tree = tree_of("<p>a <b>x</b> b<i>y</i>c</p><script>var a;</script>");

  CHECK(own_text(tree, first(tree, "p")) == "a bc");
  CHECK(own_text(tree, first(tree, "script")) == "var a;");
}

TEST_CASE("in xml all edges join", "[text]") {
  Tree tree = tree_of("<div>a<p>b</p><br>c</div>");
  const NodeId div = first(tree, "div");

  CHECK(rendered_text(tree, {div}) == "a b c");
  tree.is_html = false;
  CHECK(rendered_text(tree, {div}) == "abc");
}
