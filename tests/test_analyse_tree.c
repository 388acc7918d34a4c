/* SPDX-License-Identifier: MIT */
/* Tests how the analyser reads the tree of a search and writes it. The tree is that of a textbook:
 * its value is 3, and two leaves of the second node are cut off. */
#include <string.h>

#include "suite.h"
#include "tree_lines.h"
#include "xml.h"

static const char searched[] =
    "root MAX alpha -inf beta +inf value 3\n"
    "  1 MIN alpha -inf beta +inf value 3\n"
    "    1 end alpha -inf beta +inf value 3\n"
    "    2 end alpha -inf beta 3 value 12\n"
    "  2 MIN alpha 3 beta +inf value <=2, cut: beta 2 <= alpha 3, 2 moves left out\n"
    "    1 leaf alpha 3 beta +inf value 2\n";

static const char whole[] = "root MAX value 3\n"
                            "  1 MIN value 3\n"
                            "    1 end value 3\n"
                            "    2 end value 12\n"
                            "  2 MIN value 2\n"
                            "    1 leaf value 2\n"
                            "    2 leaf value #4\n"
                            "    3 leaf value 6\n";

static struct tree_lines read_tree(const char *text)
{
    struct tree_lines tree;
    struct error error = {""};
    ck_assert_msg(tree_lines_read(text, &tree, &error), "%s", error.text);
    return tree;
}

static int count(const struct buffer *text, const char *part)
{
    int found = 0;
    for (const char *at = buffer_text(text); (at = strstr(at, part)); at++) {
        found++;
    }
    return found;
}

START_TEST(each_node_is_an_object_with_what_was_cut_off)
{
    struct tree_lines tree = read_tree(searched), all = read_tree(whole);
    struct buffer out = {0};
    ck_assert(tree_lines_complete(&tree, &all));
    write_tree_jsonl(&tree, &out);
    ck_assert_str_eq(
        buffer_text(&out),
        "{\"node\":1,\"ply\":0,\"move\":\"root\",\"kind\":\"MAX\",\"visited\":true,"
        "\"alpha\":\"-inf\",\"beta\":\"+inf\",\"value\":3}\n"
        "{\"node\":2,\"parent\":1,\"ply\":1,\"move\":\"1\",\"kind\":\"MIN\",\"visited\":true,"
        "\"alpha\":\"-inf\",\"beta\":\"+inf\",\"value\":3}\n"
        "{\"node\":3,\"parent\":2,\"ply\":2,\"move\":\"1\",\"kind\":\"end\",\"visited\":true,"
        "\"alpha\":\"-inf\",\"beta\":\"+inf\",\"value\":3}\n"
        "{\"node\":4,\"parent\":2,\"ply\":2,\"move\":\"2\",\"kind\":\"end\",\"visited\":true,"
        "\"alpha\":\"-inf\",\"beta\":3,\"value\":12}\n"
        "{\"node\":5,\"parent\":1,\"ply\":1,\"move\":\"2\",\"kind\":\"MIN\",\"visited\":true,"
        "\"alpha\":3,\"beta\":\"+inf\",\"value\":2,\"bound\":\"<=\","
        "\"cut\":{\"left\":2,\"beta\":2,\"alpha\":3}}\n"
        "{\"node\":6,\"parent\":5,\"ply\":2,\"move\":\"1\",\"kind\":\"leaf\",\"visited\":true,"
        "\"alpha\":3,\"beta\":\"+inf\",\"value\":2}\n"
        "{\"node\":7,\"parent\":5,\"ply\":2,\"move\":\"2\",\"kind\":\"leaf\",\"visited\":false,"
        "\"value\":\"#4\"}\n"
        "{\"node\":8,\"parent\":5,\"ply\":2,\"move\":\"3\",\"kind\":\"leaf\",\"visited\":false,"
        "\"value\":6}\n");
    buffer_finish(&out);
    tree_lines_finish(&tree);
    tree_lines_finish(&all);
}
END_TEST

START_TEST(max_points_up_min_points_down_and_what_was_cut_off_is_dotted)
{
    struct tree_lines tree = read_tree(searched), all = read_tree(whole);
    struct buffer out = {0};
    const char *why = "";
    ck_assert(tree_lines_complete(&tree, &all));
    write_tree_svg(&tree, "a tree", &out);
    ck_assert_msg(xml_is_well_formed(buffer_text(&out), &why), "%s", why);
    ck_assert_int_eq(count(&out, "<path class=\"node max\""), 1);
    ck_assert_int_eq(count(&out, "<path class=\"node min\""), 2);
    ck_assert_int_eq(count(&out, "<rect class=\"node\""), 3);
    ck_assert_int_eq(count(&out, "<rect class=\"node cut\""), 2);
    ck_assert_int_eq(count(&out, "<path class=\"branch\""), 5);
    ck_assert_int_eq(count(&out, "<path class=\"branch cut\""), 2);
    ck_assert_int_eq(count(&out, "stroke-dasharray"), 1);
    ck_assert_int_eq(count(&out, ">\u22642</text>"), 1);
    ck_assert_int_eq(count(&out, ">#4</text>"), 1);
    buffer_finish(&out);
    tree_lines_finish(&tree);
    tree_lines_finish(&all);
}
END_TEST

/* Where the whole tree is too large, a dotted branch says how many moves there were. */
START_TEST(a_tree_without_what_was_cut_off_has_a_dotted_branch_for_it)
{
    struct tree_lines tree = read_tree(searched);
    struct buffer out = {0};
    write_tree_svg(&tree, "", &out);
    ck_assert_int_eq(count(&out, "<path class=\"branch cut\""), 1);
    ck_assert_int_eq(count(&out, ">2 cut</text>"), 1);
    ck_assert_int_eq(count(&out, "<rect class=\"node"), 3);
    buffer_finish(&out);
    tree_lines_finish(&tree);
}
END_TEST

START_TEST(trees_of_different_searches_are_not_joined)
{
    struct tree_lines tree = read_tree(searched),
                      other = read_tree("root MAX value 3\n  2 end value 1\n");
    const int nodes = tree.count;
    ck_assert(!tree_lines_complete(&tree, &other));
    ck_assert_int_eq(tree.count, nodes);
    tree_lines_finish(&tree);
    tree_lines_finish(&other);
}
END_TEST

START_TEST(names_from_an_engine_stay_text)
{
    struct tree_lines tree = read_tree("root MAX value 1\n  <b>\"&\\ end value \"<\n");
    struct buffer out = {0};
    const char *why = "";
    write_tree_svg(&tree, "</title><script>", &out);
    ck_assert_msg(xml_is_well_formed(buffer_text(&out), &why), "%s", why);
    ck_assert_int_eq(count(&out, "<script>") + count(&out, "<b>"), 0);
    ck_assert_int_eq(count(&out, "&#60;b&#62;&#34;&#38;\\"), 1);
    buffer_clear(&out);
    write_tree_jsonl(&tree, &out);
    ck_assert_int_eq(count(&out, "\"move\":\"<b>\\\"&\\\\\""), 1);
    ck_assert_int_eq(count(&out, "\"value\":\"\\\"<\"}"), 1);
    buffer_finish(&out);
    tree_lines_finish(&tree);
}
END_TEST

START_TEST(what_is_no_tree_is_refused_with_its_line)
{
    static const char *const wrong[] = {
        "",
        "  1 MAX value 3",
        "root MAX",
        "root KING value 3",
        "root MAX value",
        "root MAX alpha 3 value 3",
        "root MAX value 3\n 1 end value 3",
        "root MAX value 3\n    1 end value 3",
        "root MAX value 3\nroot MAX value 3",
        "root MAX value 3, cut: beta 2 <= alpha 3, no moves left out",
        "root MAX value 3, cut: alpha 2 <= beta 3, 2 moves left out",
    };
    for (int i = 0; i < LENGTH(wrong); i++) {
        struct tree_lines tree;
        struct error error = {""};
        ck_assert_msg(!tree_lines_read(wrong[i], &tree, &error), "%s", wrong[i]);
        const char *last = strrchr(wrong[i], '\n');
        ck_assert_msg(strstr(error.text, last ? last + 1 : wrong[i]), "%s", error.text);
        tree_lines_finish(&tree);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("analyse_tree");
    SUPPORT_ADD(suite, each_node_is_an_object_with_what_was_cut_off);
    SUPPORT_ADD(suite, max_points_up_min_points_down_and_what_was_cut_off_is_dotted);
    SUPPORT_ADD(suite, a_tree_without_what_was_cut_off_has_a_dotted_branch_for_it);
    SUPPORT_ADD(suite, trees_of_different_searches_are_not_joined);
    SUPPORT_ADD(suite, names_from_an_engine_stay_text);
    SUPPORT_ADD(suite, what_is_no_tree_is_refused_with_its_line);
    return support_run(suite);
}
