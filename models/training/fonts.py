"""The fonts that letters and numbers on dice are drawn in: free ones, by family, some of them kept back from training.

`apt-get install` brings each by the name of its package; whoever has none trains with the one that Pillow brings. Only
what was drawn with them ends in the weights. `python -m models.training.fonts` prints the list as a card wants it.
"""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

FOLDER = Path("/usr/share/fonts")
BUILT_IN = ""  # the path of the font that Pillow brings
OFL, APACHE, VERA, MIT, PUBLIC = "OFL-1.1", "Apache-2.0", "Bitstream-Vera", "MIT", "LicenseRef-public-domain"


@dataclass(frozen=True)
class Family:
    """A family of fonts: its name, the Debian package that brings it, its licence (SPDX) and its files."""

    name: str
    package: str
    licence: str
    files: str  # glob under FOLDER
    held_out: bool = False  # for trials only: no training draws with it

    @property
    def paths(self) -> tuple[str, ...]:
        """The files that are installed, but those whose strokes are too thin for a die."""
        if not self.package:
            return (BUILT_IN,)
        found = sorted(str(path) for path in FOLDER.glob(self.files))
        return tuple(path for path in found if not any(word in Path(path).stem for word in THIN))


THIN = ("Thin", "Hairline", "ExtraLight", "Light", "light", "Quran")
FAMILIES = (
    Family("Aileron", "", "CC0-1.0", ""),
    Family("Amiri", "fonts-hosny-amiri", OFL, "opentype/fonts-hosny-amiri/*.ttf", held_out=True),
    Family("Andika", "fonts-sil-andika", OFL, "truetype/andika/*.ttf"),
    Family("Averia", "fonts-averia-gwf", OFL, "truetype/averia-gwf/AveriaGWF-*.ttf"),
    Family("Averia Serif", "fonts-averia-serif-gwf", OFL, "truetype/averia-gwf/AveriaSerifGWF-*.ttf"),
    Family("Bebas Neue", "fonts-bebas-neue", OFL, "opentype/bebas-neue/*.otf"),
    Family("Cabin", "fonts-cabin", OFL, "opentype/cabin/*.otf", held_out=True),
    Family("Caladea", "fonts-crosextra-caladea", APACHE, "truetype/crosextra/Caladea*.ttf"),
    Family("Cantarell", "fonts-cantarell", OFL, "opentype/cantarell/*.otf"),
    Family("Cardo", "fonts-cardo", OFL, "truetype/cardo/*.ttf", held_out=True),
    Family("Carlito", "fonts-crosextra-carlito", OFL, "truetype/crosextra/Carlito*.ttf"),
    Family("Comic Neue", "fonts-comic-neue", OFL, "opentype/comic-neue/*.otf"),
    Family("Courier Prime", "fonts-courier-prime", OFL, "opentype/courier-prime/*.otf"),
    Family("DejaVu Sans", "fonts-dejavu-core", VERA, "truetype/dejavu/DejaVuSans[-.]*"),
    Family("DejaVu Sans Condensed", "fonts-dejavu-extra", VERA, "truetype/dejavu/DejaVuSansCondensed*"),
    Family("DejaVu Serif", "fonts-dejavu-core", VERA, "truetype/dejavu/DejaVuSerif*"),
    Family("Dosis", "fonts-dosis", OFL, "opentype/dosis/*.otf", held_out=True),
    Family("EB Garamond", "fonts-ebgaramond", OFL, "opentype/ebgaramond/*.otf"),
    Family("Fanwood", "fonts-fanwood", MIT, "truetype/fanwood/*.otf"),
    Family("GFS Didot", "fonts-gfs-didot", OFL, "opentype/didot/*.otf"),
    Family("Gentium", "fonts-sil-gentium", OFL, "truetype/gentium/Gentium-*.ttf"),
    Family("Humor Sans", "fonts-humor-sans", OFL, "truetype/humor-sans/*.ttf"),
    Family("Inconsolata", "fonts-inconsolata", OFL, "truetype/inconsolata/*.otf"),
    Family("Junction", "fonts-junction", OFL, "opentype/junction/*.otf", held_out=True),
    Family("Karla", "fonts-karla", OFL, "truetype/karla/*.otf"),
    Family("Lato", "fonts-lato", OFL, "truetype/lato/*.ttf"),
    Family("League Spartan", "fonts-league-spartan", OFL, "opentype/league-spartan/*.otf"),
    Family("Liberation Mono", "fonts-liberation2", OFL, "truetype/liberation2/LiberationMono*.ttf"),
    Family("Liberation Sans", "fonts-liberation2", OFL, "truetype/liberation2/LiberationSans*.ttf"),
    Family("Liberation Serif", "fonts-liberation2", OFL, "truetype/liberation2/LiberationSerif*.ttf"),
    Family("Lobster", "fonts-lobster", OFL, "opentype/lobster/*.otf"),
    Family("Lobster Two", "fonts-lobstertwo", OFL, "opentype/lobstertwo/*.otf"),
    Family("Millimetre", "fonts-millimetre", OFL, "opentype/millimetre/*.otf"),
    Family("Open Sans", "fonts-open-sans", APACHE, "truetype/open-sans/*.ttf"),
    Family("OSP DIN", "fonts-opendin", OFL, "truetype/opendin/*.ttf"),
    Family("Play", "fonts-play", OFL, "truetype/play/*.ttf", held_out=True),
    Family("Prociono", "fonts-prociono", PUBLIC, "opentype/fonts-prociono/*.otf", held_out=True),
    Family("Quicksand", "fonts-quicksand", OFL, "truetype/quicksand/*.ttf"),
    Family("Roboto", "fonts-roboto-unhinted", APACHE, "truetype/roboto/unhinted/RobotoTTF/*.ttf"),
    Family("Roboto Condensed", "fonts-roboto-unhinted", APACHE, "truetype/roboto/unhinted/RobotoCondensed*.ttf"),
    Family("Roboto Slab", "fonts-roboto-slab", APACHE, "opentype/roboto/slab/*.otf", held_out=True),
    Family("Sora", "fonts-sora", OFL, "opentype/sora/*.otf"),
    Family("Vollkorn", "fonts-vollkorn", OFL, "truetype/vollkorn/*.ttf"),
    Family("Yanone Kaffeesatz", "fonts-yanone-kaffeesatz", OFL, "opentype/yanone-kaffeesatz/*.otf"),
    Family("Yrsa", "fonts-yrsa-rasa", OFL, "truetype/fonts-yrsa-rasa/Yrsa*.ttf", held_out=True),
)
SYMBOLS = "DejaVuSans.ttf"  # has suits, chess men and stars


@cache
def families(*, held_out: bool) -> tuple[tuple[str, ...], ...]:
    """The installed fonts by family, those that training draws with or those that it never sees.

    Where nobody has installed any, Pillow's own is all there is.
    """
    found = tuple(family.paths for family in FAMILIES if family.held_out == held_out)
    return tuple(paths for paths in found if paths) or ((BUILT_IN,),)


@cache
def signs() -> str | None:
    """The font of suits and chess men; None where it is not installed."""
    return next((str(path) for path in sorted(FOLDER.glob(f"truetype/dejavu/{SYMBOLS}"))), None)


def told(*, held_out: bool) -> list[dict[str, str]]:
    """The families as a card lists them: only what is installed can have been drawn with."""
    used = [family for family in FAMILIES if family.held_out == held_out and family.paths]
    return [{"source": f"{font.name} ({font.package or 'Pillow'})", "licence": font.licence} for font in used]
