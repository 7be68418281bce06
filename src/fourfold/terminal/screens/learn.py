"""The screen of a lesson: one step after the other, each with a goal, a board to try it on, and feedback."""

from typing import ClassVar

from rich.markup import escape
from textual import work
from textual.binding import Binding, BindingType

from fourfold.core.help.attempt import Attempt
from fourfold.core.help.lessons import LessonStep, list_steps
from fourfold.core.registry import facts
from fourfold.terminal.screens.dialogs import ChooseScreen
from fourfold.terminal.screens.play import PlayScreen
from fourfold.terminal.tables.lesson import LessonTable
from fourfold.terminal.tables.table import TableSnapshot

MOST_ANSWERS = 9


class LearnScreen(PlayScreen, inherit_bindings=False):
    """The steps of a game's tutorial; the board and its entry are those of a match."""

    HELP = "learn"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n", "next", "key.next_step"),
        Binding("b", "previous", "key.previous_step"),
        Binding("a", "again", "key.try_again"),
        Binding("o", "options", "key.options"),
        Binding("slash,m", "write", "key.write", key_display="/"),
        Binding("backspace", "back"),
        Binding("f2", "rules", "key.rules", key_display="F2"),
        Binding("f1,question_mark", "help", "key.help", key_display="?"),
        Binding("q", "dismiss", "key.leave"),
        Binding("escape", "clear"),
        Binding("full_stop", "next_open(1)"),
        Binding("comma", "next_open(-1)"),
        *(Binding(str(number), f"answer_number({number})") for number in range(1, MOST_ANSWERS + 1)),
    ]

    table: LessonTable

    def __init__(self, game_id: str, learned: frozenset[str] = frozenset()) -> None:
        self.game_id = game_id
        self.steps = [step for step in list_steps(game_id) if not step.option]
        self.place = next((k for k, step in enumerate(self.steps) if step.id not in learned), 0)
        self.step = self.steps[self.place]
        self._words = ""  # that are shown
        super().__init__(LessonTable(Attempt(game_id, self.step)))

    def on_mount(self) -> None:
        self.query_one("#moves-box").display = False
        super().on_mount()

    # ----- showing

    @property
    def is_last(self) -> bool:
        """Whether nothing is left to learn but the options."""
        return self.place == len(self.steps) - 1

    def show_title(self) -> None:
        game = facts(self.game_id).name
        if self.step.option:
            label = self.tell.option(self.game_id, self.step.option)
            self.show_text("title", self.tell("learn.option", game=game, option=label))
        else:
            self.show_text("title", self.tell("learn.title", game=game, number=self.place + 1, count=len(self.steps)))

    def show_seats(self) -> None:
        """Show the words of the step where a match shows its seats."""
        title, text = (escape(self.said(part)) for part in ("title", "text"))
        goal = escape(self.tell.code(self.table.attempt.goal))
        if self.table.attempt.is_done:
            parts = [f"[b]{title}[/b]", f"[b]✓[/b] {escape(self.said('done'))}"]
        else:
            parts = [f"[b]{title}[/b]", text, f"[b]➤ {goal}[/b]"]
            for number, code in enumerate(self.step.answers, 1):
                label = escape(self.said(f"answer.{code}"))
                parts.append(f"[@click=screen.answer_number({number})][b]{number}[/b] {label}[/]")
        words = "\n\n".join(parts)
        if words != self._words:
            self._words = words
            self.show_text("seats", words)

    def said(self, part: str) -> str:
        """A message of the step."""
        return self.tell.code(self.table.attempt.message(part))

    def turn_text(self, before: TableSnapshot) -> str:
        """What to press."""
        if not self.table.attempt.is_done:
            return self.tell("learn.answer" if self.step.answers else "learn.try")
        if self.step.option or not self.is_last:
            return "✓ " + self.tell("learn.back" if self.step.option else "learn.next")
        done = len(self.home.saves.read_steps(self.game_id) & {step.id for step in self.steps})
        is_whole = done == len(self.steps)
        return "✓ " + self.tell("learn.whole" if is_whole else "learn.part", done=done, count=len(self.steps))

    async def explain(self, name: str) -> None:
        """Say why a click leads to no move; it may be what is asked for."""
        with self.refusing():
            await self.table.why([*self.builder.clicked, name])

    def show_table(self) -> None:
        if self.table.attempt.is_done:
            self.home.saves.keep_step(self.game_id, self.step.id)
        super().show_table()

    # ----- going on

    def show_step(self, step: LessonStep) -> None:
        """Begin a step."""
        self.table.on_change = lambda: None
        self.step = step
        self.table = LessonTable(Attempt(self.game_id, step))
        self.table.on_change = self.show_table
        self.show_table()
        self.board.focus()

    def action_next(self) -> None:
        """Go on, also without having done the step; after the last one set up a match."""
        from fourfold.terminal.screens.setup import SetupScreen

        if self.step.option:
            self.show_step(self.steps[self.place])
        elif self.is_last:
            self.app.push_screen(SetupScreen(self.game_id))
        else:
            self.place += 1
            self.show_step(self.steps[self.place])

    def action_previous(self) -> None:
        if not self.step.option:
            self.place = max(0, self.place - 1)
        self.show_step(self.steps[self.place])

    def action_rules(self) -> None:
        """Show the rules, from the one that the step teaches."""
        self.home.show_rules(self.game_id, self.step.rule)

    def action_again(self) -> None:
        self.show_step(self.step)

    def action_answer_number(self, number: int) -> None:
        """Answer the question by the number of the answer."""
        if number <= len(self.step.answers) and not self.table.attempt.is_done:
            with self.refusing():
                self.table.choose(self.step.answers[number - 1])

    @work
    async def action_options(self) -> None:
        """Choose a step that shows an option."""
        steps = {step.id: step for step in list_steps(self.game_id) if step.option}
        if not steps:
            return
        named = [(self.tell.option(self.game_id, step.option), key) for key, step in steps.items()]
        chosen = await self.app.push_screen_wait(
            ChooseScreen(self.tell("learn.which_option"), named, next(iter(steps)))
        )
        if chosen is not None:
            self.show_step(steps[chosen])
