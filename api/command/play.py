"""The command `croupier play`: the table is opened."""

import logging
import os
from typing import Annotated

import typer

from api.command.terminal import Data, fail
from api.sets import home
from models.card import CardError
from scoring.dice import RuleError
from vision.kit import KitError
from vision.own.teach import TeachError


def play(  # noqa: PLR0913, PLR0917 - one argument an option of the command line
    game: Annotated[
        str | None, typer.Option(metavar="ID", help="The game of a new match, else that of its dice, or jack-stone.")
    ] = None,
    players: Annotated[
        str | None, typer.Option(metavar="A,B", help="Its players, in seat order, else Ann,Bob.")
    ] = None,
    camera: Annotated[
        str | None,
        typer.Option(metavar="SRC", help="Camera number, film, folder of pictures, URL, or `phone`."),
    ] = None,
    kit: Annotated[str | None, typer.Option(metavar="ID", help="The dice of a new match.")] = None,
    dice: Annotated[str | None, typer.Option(metavar="NAME", help="Your own dice, as you taught them.")] = None,
    port: Annotated[int | None, typer.Option(min=1, max=65535, metavar="N", help="8765 or the next free one.")] = None,
    data: Data = None,
    database: Annotated[
        str | None, typer.Option(metavar="URL", help="Another database: sqlite:///FILE or postgresql://…")
    ] = None,
    lan: Annotated[bool, typer.Option("--lan", help="Let phones and screens in your house join by a code.")] = False,
    tls: Annotated[bool, typer.Option("--tls", help="Speak https, by a certificate of Croupier's own.")] = False,
    keep_pictures: Annotated[str | None, typer.Option(metavar="TIME", help="How long: 90d, 12h, 4w, 1y.")] = None,
    album_size: Annotated[str | None, typer.Option(metavar="SIZE", help="How many at most: 2GB, 500MB.")] = None,
    webhook: Annotated[
        str | None, typer.Option(metavar="URL", help="Told of every play; CROUPIER_WEBHOOK_SECRET signs it.")
    ] = None,
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Open no browser.")] = False,
) -> None:
    """Open the table: serve its page, and the demo as long as you have no match of your own and no camera."""
    from api import demo, serve  # noqa: PLC0415
    from api.choice import played_with  # noqa: PLC0415
    from api.entrance import ServeError, enter  # noqa: PLC0415
    from api.limits import LimitError, limits  # noqa: PLC0415
    from api.store import AwayError, StoreError, cause  # noqa: PLC0415
    from api.webhook import Webhook, WebhookError  # noqa: PLC0415

    try:
        kept = limits(keep_pictures, album_size)
        hook = Webhook(webhook, os.environ.get("CROUPIER_WEBHOOK_SECRET", "")) if webhook is not None else None
        entrance = enter(port, data or home(), lan=lan, tls=tls)
        if camera is not None:
            serve.there(camera)
        site = serve.furnish(data or home(), database, entrance, kept, hook)
        new = any(said is not None for said in (game, players, kit, dice))
        usual = played_with(site.state.house.eyes.sets.find(dice).kit if dice else kit, demo.GAME)
        begun = (usual if game is None else game) if new else None
        seats = demo.PLAYERS if players is None else players.split(",")
        sheet = serve.opening(site, begun, seats, kit, dice, camera)
        if camera is not None:
            logging.basicConfig(format="%(message)s")
            for pillar in ("vision", "api"):
                logging.getLogger(pillar).setLevel(logging.INFO)  # a camera that is lost, and back
            serve.watch(site, camera, sheet)
        serve.run(site, sheet, entrance, browser=not no_browser)
    except AwayError as error:
        fail(
            f"The database cannot be read ({cause(error)}): "
            "restore a copy of it, or name another with --data or --database."
        )
    except (StoreError, RuleError, KitError, TeachError, CardError, ServeError, LimitError, WebhookError) as error:
        fail(str(error))
