"""`fourfold learn`: the lesson of a game, in the app (TUI), or line by line for pipes and screen readers."""

from itertools import islice
from typing import Annotated

import typer

from fourfold.cli import options
from fourfold.cli.commands.rules import write_rules
from fourfold.cli.console import board_text, is_interactive
from fourfold.cli.options import option
from fourfold.core.errors import BadValue
from fourfold.core.help.attempt import Attempt, Feedback
from fourfold.core.help.explanation import explain_notation
from fourfold.core.help.lessons import LessonStep, list_steps
from fourfold.core.registry import facts
from fourfold.terminal.language import Translator
from fourfold.terminal.saves import Saves
from fourfold.text import say, spoken
from fourfold.text.language import find_language

SHOWN_MOVES = 60


def run(
    game: options.GameArgument,
    option: Annotated[str | None, option("NAME", "cli.learn.option_help")] = None,
    plain: Annotated[bool, typer.Option("--plain", help=say("cli.learn.plain"))] = False,
    language: options.LanguageOption = None,
) -> None:
    known, steps = facts(game), list_steps(facts(game).id)
    if not steps:
        raise BadValue("cli.learn.none", game=known.name, id=known.id)
    chosen = [step for step in steps if step.option == (option or "")]
    if not chosen:
        named = ", ".join(step.option for step in steps if step.option)
        raise BadValue("cli.learn.no_option", game=known.name, option=option or "", options=named)
    if is_interactive() and not plain and option is None:
        from fourfold.terminal.launch import launch_learn

        launch_learn(known.id, language or spoken())
        return
    ConsoleLesson(known.id, chosen, Translator(find_language({}, language or spoken())), plain).teach()


class LeaveLesson(Exception):
    """The learner quits, or the input ends."""


class ConsoleLesson:
    """The steps of a lesson in a terminal, line by line; `is_plain` without colours."""

    def __init__(self, game_id: str, steps: list[LessonStep], tell: Translator, is_plain: bool) -> None:
        self.game_id = game_id
        self.steps = steps
        self.tell = tell
        self.is_plain = is_plain
        self.saves = Saves()
        done = self.saves.read_steps(game_id)
        self.place = next((place for place, step in enumerate(steps) if step.id not in done), 0)
        self.attempt = Attempt(game_id, steps[self.place])

    def teach(self) -> None:
        """Show step after step until the last is done or the learner leaves."""
        name = facts(self.game_id).name
        try:
            if not self.steps[0].option:
                print(self.tell.code("cli.learn.welcome", game=name, count=len(self.steps)))
            while self.place < len(self.steps):
                self.show_step()
                while not self.attempt.is_done and self.obey(self.ask()):
                    pass
        except (LeaveLesson, KeyboardInterrupt):
            print(self.tell.code("cli.learn.left"))
            return
        if not self.steps[0].option:
            named = ", ".join(step.option for step in list_steps(self.game_id) if step.option)
            done = len(self.saves.read_steps(self.game_id) & {step.id for step in self.steps})
            whole = {"game": name, "id": self.game_id, "options": named, "done": done, "count": len(self.steps)}
            print(self.tell.code("cli.learn.whole" if done == len(self.steps) else "cli.learn.part", **whole))

    def show_step(self) -> None:
        """Print the words of the step, its board, and what there is to do."""
        step = self.steps[self.place]
        self.attempt = Attempt(self.game_id, step)
        title, text, goal = (self.tell.code(self.attempt.message(part)) for part in ("title", "text", "goal"))
        print()
        if step.option:
            label = self.tell.option(self.game_id, step.option)
            print(self.tell.code("cli.learn.option", option=label, title=title))
        else:
            print(self.tell.code("cli.learn.step", number=self.place + 1, count=len(self.steps), title=title))
        print(text)
        self.print_board()
        who = self.tell.seat_name(self.game_id, self.attempt.seat or 0)
        print(self.tell.code("cli.learn.seat", who=who, seat=self.attempt.seat or 0))
        print(self.tell.code("cli.learn.goal", goal=goal))
        for number, code in enumerate(step.answers, 1):
            print(f"  {number}  {self.tell.code(self.attempt.message(f'answer.{code}'))}")

    def print_board(self) -> None:
        """Print the board between two empty lines."""
        view = self.attempt.view
        print(f"\n{view.board() if self.is_plain else board_text(view)}\n")

    def ask(self) -> str:
        """Read one line; the end of the input raises LeaveLesson."""
        try:
            return input(
                self.tell.code("cli.learn.question" if self.attempt.is_asked else "cli.learn.prompt") + " "
            ).strip()
        except (EOFError, RuntimeError):  # the end of the input, or no input at all
            print()
            raise LeaveLesson from None

    def obey(self, answer: str) -> bool:
        """Carry out a command or try a move; False where another step is due."""
        word, _, rest = answer.partition(" ")
        match word:
            case "":
                return True
            case "next" | "n" | "back" | "b":
                self.place = max(0, self.place + (1 if word.startswith("n") else -1))
                return False
            case "again" | "a":
                return False
            case "board":
                self.print_board()
            case "moves":
                moves = (str(move) for move in self.attempt.position.moves() if str(move).startswith(rest.strip()))
                print("  " + "  ".join(islice(moves, SHOWN_MOVES)))
            case "help" | "?":
                notation = explain_notation(self.attempt.position)
                print(self.tell.error(notation) if notation else "", self.tell.code("cli.learn.commands"), sep="\n")
            case "rules":
                print(write_rules(self.game_id, self.attempt.step.rule, self.tell.language))
            case "quit" | "q" | "exit":
                raise LeaveLesson
            case _:
                self.take(self.try_out(answer))
        return True

    def try_out(self, answer: str) -> Feedback:
        """A move, or the number of an answer."""
        answers = self.attempt.step.answers
        if not answers:
            return self.attempt.play(answer)
        if answer.isdecimal() and 1 <= int(answer) <= len(answers):
            return self.attempt.answer(answers[int(answer) - 1])
        return Feedback(False, "cli.learn.question", is_refusal=True)

    def take(self, feedback: Feedback) -> None:
        """Say what is right or wrong about a try; after a right one go on."""
        why = self.tell.code(feedback.code, **feedback.values)
        verdict = "cli.learn.right" if feedback.is_right else "cli.learn.wrong"
        print(why if feedback.is_refusal else self.tell.code(verdict, why=why))
        if feedback.is_right and not self.attempt.is_asked:
            self.print_board()
        if self.attempt.is_done:
            self.saves.keep_step(self.game_id, self.attempt.step.id)
            self.place += 1
