"""`/api/reports` and `/api/moderation`: reports of abuse, and what moderators do about them."""

import secrets
from typing import Annotated

import structlog
from msgspec import Meta
from starlette.requests import Request

from fourfold.store.futures import settle
from fourfold.store.rows import AuditEntry, Identity, Report
from fourfold.store.store import Store
from fourfold.web.accounts.sessions import address_of
from fourfold.web.clock import now_in_milliseconds
from fourfold.web.context import AppContext
from fourfold.web.errors import Denied
from fourfold.web.http.router import Api
from fourfold.web.schemas.moderation import (
    ModeratorPage,
    PlayerHistory,
    ReportAbuse,
    Reported,
    ReportedPlayer,
    SanctionPlayer,
    ShownAction,
    ShownReport,
)
from fourfold.web.schemas.parameters import Id
from fourfold.web.schemas.requests import Nothing

MOST_SAID = 5  # chat messages shown with a report
MOST_HISTORY = 200
MOST_SEARCHED = 10_000  # reports, for those about one player
DONE = {"mute": "muted", "unmute": "unmuted", "ban": "banned", "unban": "unbanned"}
FLAGS = {
    "mute": {"is_muted": True},
    "unmute": {"is_muted": False},
    "ban": {"is_banned": True},
    "unban": {"is_banned": False},
}

PlayerId = Annotated[str, Meta(max_length=60, description="The player's id, or the name of an account.")]
ReportId = Annotated[str, Meta(pattern=Id, description="The report.")]

log = structlog.get_logger()


def add_moderation(api: Api, context: AppContext) -> None:
    """Add the routes."""
    store = context.store

    @api.post("/api/reports", "moderation", "web.summary.report", 404, 409, 503)
    async def report(request: Request, body: ReportAbuse) -> Reported:
        reporter = await context.sessions.require(request)
        context.limits.check("remark", address_of(request), reporter.id)
        subject = await find_subject(body)
        if subject == reporter.id:
            raise Denied(409, "web.report_of_oneself")
        made = Report(
            secrets.token_urlsafe(12), now_in_milliseconds(), reporter.id, subject, body.match or None, body.reason,
            " ".join(body.text.split()),
        )  # fmt: skip
        if not await settle(store.reports.add(made)):
            raise Denied(409, "web.too_many_reports")
        log.info("reported", player=subject, reporter=reporter.id, reason=body.reason)
        return Reported()

    async def find_subject(body: ReportAbuse) -> str:
        """The id of the player that a report names, by a seat or by the name of an account."""
        if body.match:
            seats = (await context.service.find(body.match)).match.seats
            if not 0 <= body.seat < len(seats) or seats[body.seat].kind != "person":
                raise Denied(404, "web.no_such_seat")
            return seats[body.seat].player
        account = await store.read_async(store.accounts.find, body.name)
        if account is None:
            raise Denied(404, "web.no_such_account", name=body.name)
        return account.id

    async def require_moderator(request: Request) -> Identity:
        account = await context.sessions.require_account(request)
        if not await store.read_async(store.reports.is_moderator, account.id):
            raise Denied(403, "web.no_moderator")
        return account

    async def note(actor: Identity, action: str, subject: str) -> None:
        await settle(store.audit.add(AuditEntry(now_in_milliseconds(), actor.id, action, subject)))
        log.info("moderated", actor=actor.id, action=action, player=subject)

    @api.get("/api/moderation", "moderation", "web.summary.moderation")
    async def show(request: Request) -> ModeratorPage:
        await require_moderator(request)
        return await store.read_async(describe_reports, store)

    async def find_player(wanted: str) -> str:
        """The id of a player, by itself or by the name of an account."""
        account = await store.read_async(store.accounts.find, wanted)
        if account is None and not await store.read_async(store.guests.find, [wanted]):
            raise Denied(404, "web.no_such_player")
        return wanted if account is None else account.id

    @api.get("/api/moderation/players/{player_id}", "moderation", "web.summary.player_history", 404, 422)
    async def show_history(request: Request, player_id: PlayerId) -> PlayerHistory:
        await require_moderator(request)
        return await store.read_async(describe_history, store, await find_player(player_id))

    @api.post("/api/moderation/players/{player_id}", "moderation", "web.summary.sanction", 404, 409, 422, 503)
    async def sanction(request: Request, player_id: PlayerId, body: SanctionPlayer) -> ModeratorPage:
        moderator = await require_moderator(request)
        subject = await find_player(player_id)
        if await store.read_async(store.reports.is_moderator, subject):
            raise Denied(409, "web.is_moderator")
        await settle(store.guests.sanction(subject, now_in_milliseconds(), **FLAGS[body.action]))
        context.sessions.forget(subject)  # at once here; other processes notice within seconds
        await note(moderator, DONE[body.action], subject)
        return await store.read_async(describe_reports, store)

    @api.post("/api/moderation/reports/{report_id}/close", "moderation", "web.summary.close_report", 404, 422, 503)
    async def close(request: Request, report_id: ReportId, body: Nothing) -> ModeratorPage:
        moderator = await require_moderator(request)
        subject = await settle(store.reports.close(report_id))
        if subject is None:
            raise Denied(404, "web.no_such_report")
        await note(moderator, "closed", subject)
        return await store.read_async(describe_reports, store)


def describe_reports(store: Store) -> ModeratorPage:
    """All that the moderators' page shows."""
    return ModeratorPage(*describe(store, store.reports.list(), store.audit.list(limit=MOST_HISTORY)))


def describe_history(store: Store, player_id: str) -> PlayerHistory:
    """All that moderators know of a player."""
    about = [report for report in store.reports.list(MOST_SEARCHED) if report.subject == player_id]
    guest = store.guests.find([player_id])[player_id]
    account = store.accounts.find(guest.name)
    return PlayerHistory(
        ReportedPlayer(*store.reports.players([player_id])[player_id]),
        account.kind if account and account.id == player_id else "",
        store.reports.is_moderator(player_id),
        *describe(store, about, store.audit.list(player_id)),
    )


def describe(
    store: Store, found: list[Report], entries: list[AuditEntry]
) -> tuple[list[ShownReport], list[ShownAction]]:
    """Reports and entries of the audit trail as moderators see them: with names, and what was said."""
    ids = {each for report in found for each in (report.reporter, report.subject)}
    players = store.reports.players(ids | {each for entry in entries for each in (entry.actor, entry.subject)})

    def name_of(player_id: str) -> str:
        return players[player_id].name if player_id in players else player_id

    def said(report: Report) -> list[str]:
        remarks = store.chat.read(report.match_id) if report.match_id else []
        return [remark.text for remark in remarks if remark.guest_id == report.subject][-MOST_SAID:]

    reports = [
        ShownReport(
            report.id, report.time, name_of(report.reporter), ReportedPlayer(*players[report.subject]),
            report.match_id or "", report.reason, report.text, said(report), report.is_open,
        )
        for report in found
    ]  # fmt: skip
    return reports, [
        ShownAction(entry.time, name_of(entry.actor), entry.action, name_of(entry.subject), entry.subject)
        for entry in entries
    ]
