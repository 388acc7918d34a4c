/* SPDX-License-Identifier: MIT */
/* Tests the frame and the curves of pages of HTML. */
#include <math.h>
#include <string.h>

#include "curve.h"
#include "page.h"
#include "suite.h"
#include "xml.h"

static void assert_has(const struct buffer *out, const char *part)
{
    ck_assert_msg(strstr(buffer_text(out), part) != NULL, "%s is not in %s", part,
                  buffer_text(out));
}

START_TEST(a_page_is_one_file_in_both_themes_and_loads_nothing)
{
    static const char style[] = ".mine{}\n", script[] = "run();\n";
    const struct html_page page = {.title = "A < \"B\" & C",
                                   .style = {style, style + strlen(style)},
                                   .script = {script, script + strlen(script)}};
    struct buffer out = {0};
    html_page_begin(&page, &out);
    html_page_end(&page, &out);
    assert_has(&out, "<title>A &lt; &quot;B&quot; &amp; C</title>");
    assert_has(&out, "<h1>A &lt; &quot;B&quot; &amp; C</h1>");
    assert_has(&out, "content=\"default-src 'none'; ");
    assert_has(&out, ":root{color-scheme:light dark;--ground:#f5f2ec;");
    assert_has(&out, "@media (prefers-color-scheme:dark){:root{--ground:#161513;");
    assert_has(&out, ".mine{}\n</style>");
    assert_has(&out, "<script>\nrun();\n</script>\n</body>\n</html>\n");
    ck_assert_ptr_null(strstr(buffer_text(&out), "http:"));
    ck_assert_ptr_null(strstr(buffer_text(&out), "https:"));
    ck_assert_ptr_null(strstr(buffer_text(&out), "url("));
    buffer_clear(&out);
    html_page_end(&(struct html_page){.title = ""}, &out);
    ck_assert_str_eq(buffer_text(&out), "</main>\n</body>\n</html>\n");
    buffer_finish(&out);
}
END_TEST

START_TEST(texts_cannot_leave_their_element)
{
    struct buffer out = {0};
    html_put_text("<b> & \"x\" M\xfcller\n", &out);
    ck_assert_str_eq(buffer_text(&out), "&lt;b&gt; &amp; &quot;x&quot; M\u00fcller ");
    buffer_clear(&out);
    html_put_json("</script> \"\\", &out);
    ck_assert_str_eq(buffer_text(&out), "\"\\u003c/script> \\\"\\\\\"");
    buffer_finish(&out);
}
END_TEST

/* The field of the picture is from 46 to 710 and from 10 to 180. */
START_TEST(a_curve_has_axes_and_leaves_out_what_is_not_known)
{
    const double values[] = {0, NAN, 50, 200}, low[] = {0, NAN, 25, 75},
                 high[] = {25, NAN, 75, 100};
    const struct html_tick up[] = {{0, "0 %"}, {100, "100 %"}}, across[] = {{2, "2."}};
    const struct html_curve curve = {.title = "A curve",
                                     .across = "game",
                                     .up = "points",
                                     .count = 4,
                                     .values = values,
                                     .low = low,
                                     .high = high,
                                     .top = 100,
                                     .filled = true,
                                     .across_ticks = across,
                                     .across_count = 1,
                                     .up_ticks = up,
                                     .up_count = 2};
    struct buffer out = {0};
    const char *why;
    html_curve_begin(&curve, " id=\"c\"", &out);
    html_curve_end(&out);
    ck_assert_msg(xml_is_well_formed(buffer_text(&out), &why), "%.200s", why);
    assert_has(&out, "<svg class=\"curve\" viewBox=\"0 0 720 220\" id=\"c\">");
    assert_has(&out, "<title>A curve</title>");
    assert_has(&out, "<path class=\"way\" d=\"M46.0 180.0L488.7 95.0L710.0 10.0\"/>");
    assert_has(&out, "<path class=\"band\" d=\"M46.0 180.0L488.7 137.5L710.0 52.5L710.0 10.0L488.7 "
                     "52.5L46.0 137.5Z\"/>");
    assert_has(&out,
               "<path class=\"area\" d=\"M46.0 180L46.0 180.0L488.7 95.0L710.0 10.0V180Z\"/>");
    assert_has(&out, "<path class=\"level\" d=\"M46 10.0H710\"/><text x=\"40\" y=\"14.0\" "
                     "text-anchor=\"end\">100 %</text>");
    assert_has(&out, "<path class=\"tick\" d=\"M488.7 180v5\"/><text x=\"488.7\" y=\"198\" "
                     "text-anchor=\"middle\">2.</text>");
    assert_has(&out, ">game</text>");
    assert_has(&out, ">points</text>");
    buffer_finish(&out);
}
END_TEST

START_TEST(ticks_are_few_round_numbers)
{
    static const struct {
        int count, first, found, at, step;
        const char *label;
    } cases[] = {
        {0, 1, 0, 0, 0, ""},       {1, 1, 1, 0, 0, "1"},
        {10, 1, 10, 0, 1, "1"},    {11, 1, 5, 1, 2, "2"},
        {80, 1, 8, 9, 10, "10"},   {101, 0, 6, 0, 20, "0"},
        {100, 1, 10, 9, 10, "10"}, {30000, 1, 6, 4999, 5000, "5000"},
    };
    for (int i = 0; i < (int)(sizeof cases / sizeof *cases); i++) {
        struct html_tick ticks[10];
        const int found = html_curve_count(cases[i].count, cases[i].first, 10, ticks);
        ck_assert_msg(found == cases[i].found, "%d values: %d ticks", cases[i].count, found);
        if (found > 0) {
            ck_assert_double_eq(ticks[0].at, cases[i].at);
            ck_assert_str_eq(ticks[0].label, cases[i].label);
        }
        if (found > 1) {
            ck_assert_double_eq(ticks[1].at - ticks[0].at, cases[i].step);
        }
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("html");
    SUPPORT_ADD(suite, a_page_is_one_file_in_both_themes_and_loads_nothing);
    SUPPORT_ADD(suite, texts_cannot_leave_their_element);
    SUPPORT_ADD(suite, a_curve_has_axes_and_leaves_out_what_is_not_known);
    SUPPORT_ADD(suite, ticks_are_few_round_numbers);
    return support_run(suite);
}
