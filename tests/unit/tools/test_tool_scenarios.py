"""The tool contract's "Testing Contracts": each shipped tool, each group of scenarios, and the test that stands for it.

The table names one test of a group; most groups have more. A tool without paths has in their place what else it may not reach.
"""

from __future__ import annotations

import ast
from math import prod
from pathlib import Path

import pytest

APART = {"http_fetch", "sql_query"}
"""Not of that contract: their own tests say what they promise."""
GROUPS = ("success", "paths", "parameters", "errors", "edges", "platforms")
LEAST = 10
_SCHEMA = "test_arguments_outside_the_schema_never_reach_the_tool"
# By groups, in their order.
SCENARIOS = {
    "bash": (
        "test_commands_run_and_their_output_is_returned",
        "test_files_that_were_not_granted_are_refused",
        _SCHEMA,
        "test_what_ends_a_script_is_told_with_what_it_wrote",
        "test_output_stays_within_the_bound_of_the_call_however_it_is_written",
        "test_the_clock_stands_unless_it_was_granted",
    ),
    "create_directory": (
        "test_a_directory_and_its_parents_are_made_and_reported",
        "test_a_path_outside_is_refused_and_nothing_is_made",
        _SCHEMA,
        "test_a_file_in_the_way_is_named",
        "test_names_that_no_file_system_takes_are_refused",
        "test_names_are_taken_as_they_are",
    ),
    "create_file": (
        "test_a_new_file_is_created_and_reported",
        "test_a_path_outside_is_refused_and_nothing_is_made",
        "test_arguments_outside_the_schema_create_nothing",
        "test_an_existing_file_is_never_overwritten",
        "test_content_of_exactly_ten_megabytes_is_accepted",
        "test_a_name_is_taken_as_it_is_on_every_platform",
    ),
    "fetch_webpage": (
        "test_a_page_is_fetched_and_reported",
        "test_the_machine_and_its_networks_are_not_pages_of_the_web",
        _SCHEMA,
        "test_a_server_that_refuses_is_named_so",
        "test_a_large_answer_is_cut_with_a_warning",
        "test_characters_are_read_by_whatever_says_how_they_are_encoded",
    ),
    "file_search": (
        "test_files_that_fit_are_listed_and_counted",
        "test_a_pattern_cannot_lead_outside",
        _SCHEMA,
        "test_an_invalid_pattern_is_named",
        "test_of_more_than_a_thousand_files_the_first_are_listed_with_a_warning",
        "test_patterns_mean_what_they_do_elsewhere",
    ),
    "grep_search": (
        "test_matches_are_listed_by_file_line_and_text",
        "test_a_glob_cannot_lead_outside",
        _SCHEMA,
        "test_an_invalid_glob_is_named",
        "test_a_file_over_ten_megabytes_is_searched_in_part_with_a_warning",
        "test_a_windows_separator_in_a_glob_escapes_the_next_character",
    ),
    "list_dir": (
        "test_a_directory_lists_files_then_directories",
        "test_a_path_outside_is_refused_in_the_contracts_words",
        _SCHEMA,
        "test_a_file_is_no_directory",
        "test_an_empty_directory_says_that_it_is_empty",
        "test_a_windows_separator_is_a_character_of_the_name",
    ),
    "read_file": (
        "test_a_whole_file_comes_back_with_its_counts",
        "test_a_path_outside_is_refused_in_the_contracts_words",
        _SCHEMA,
        "test_an_impossible_range_says_how_long_the_file_is",
        "test_a_file_over_ten_megabytes_is_cut_with_a_warning",
        "test_a_windows_separator_is_a_character_of_the_name",
    ),
    "replace_string_in_file": (
        "test_a_string_is_replaced_and_reported",
        "test_a_link_is_followed_inside_the_workspace_and_stays_one",
        _SCHEMA,
        "test_a_string_that_is_not_there_changes_nothing",
        "test_files_have_a_largest_size_before_and_after",
        "test_lines_written_with_lf_are_found_in_a_file_of_crlf",
    ),
    "run_in_terminal": (
        "test_a_command_runs_and_its_output_is_returned",
        "test_a_command_sees_the_workspace_and_nothing_beside_it",
        _SCHEMA,
        "test_a_command_that_is_not_there_is_named",
        "test_output_has_a_bound_and_says_so",
        "test_output_that_is_no_utf8_is_shown_all_the_same",
    ),
    "terminal_last_command": (
        "test_the_last_command_is_remembered_with_its_output",
        "test_nothing_of_another_session_is_shown",
        "test_the_last_command_takes_no_arguments",
        "test_without_a_command_there_is_none_to_show",
        "test_a_long_output_is_remembered_in_part",
        "test_line_ends_and_letters_of_the_output_are_kept",
    ),
}


def _scenarios(tool: str) -> dict[str, int]:
    """The tests of a tool's file, and how many scenarios each has; a table that is not written out counts as one."""
    tree = ast.parse((Path(__file__).parent / f"test_tool_{tool}.py").read_text("utf-8"))
    functions = (node for node in tree.body if isinstance(node, ast.FunctionDef))
    return {f.name: prod(map(_rows, f.decorator_list)) for f in functions if f.name.startswith("test_")}


def _rows(decorator: ast.expr) -> int:
    table = decorator.args[1] if isinstance(decorator, ast.Call) and len(decorator.args) > 1 else None
    return len(table.elts) if isinstance(table, ast.List | ast.Tuple) else 1


def test_every_shipped_tool_has_its_row(root: Path) -> None:
    shipped = {path.stem for path in (root / "tools").glob("*.py") if not path.stem.startswith("_")}
    assert shipped - APART == set(SCENARIOS)
    assert len(SCENARIOS) == 11
    assert {len(row) for row in SCENARIOS.values()} == {len(GROUPS)}


@pytest.mark.parametrize("tool", SCENARIOS)
def test_every_group_of_scenarios_has_its_test(tool: str) -> None:
    present = _scenarios(tool)
    assert {
        group: name for group, name in zip(GROUPS, SCENARIOS[tool], strict=True) if name not in present
    } == {}
    assert len(set(SCENARIOS[tool])) == len(GROUPS)


@pytest.mark.parametrize("tool", SCENARIOS)
def test_every_tool_has_ten_scenarios_at_least(tool: str) -> None:
    assert sum(_scenarios(tool).values()) >= LEAST
