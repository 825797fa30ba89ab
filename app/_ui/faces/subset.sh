# Cuts the two fonts of the pages from the whole ones: Latin, Latin-1 and typographic signs, weights 400 to 700 (600
# for the serif), kerning, and the figures that tables use. Needs Python with fonttools and brotli.
# Run: sh app/_ui/faces/subset.sh node_modules/@fontsource-variable app/_ui/faces
set -e
signs=U+0020-007E,U+00A0-00A3,U+00A5,U+00A7,U+00A9,U+00AB,U+00AE,U+00B0,U+00B1,U+00B7,U+00BB-00FF,U+0152-0153,U+2009,U+2013-2014,U+2018-2019,U+201C-201D,U+2022,U+2026,U+20AC,U+2122,U+2190-2193,U+2212,U+FFFD
cut() {
  fonttools varLib.instancer "$1" wght="$2" -o "$4.ttf" -q
  pyftsubset "$4.ttf" --unicodes="$signs" --layout-features="$3" --no-hinting --name-IDs= --flavor=woff2 --output-file="$4.woff2"
  rm "$4.ttf"
}
cut "$1/inter/files/inter-latin-wght-normal.woff2" 400:700 kern,tnum,lnum "$2/sans"
cut "$1/source-serif-4/files/source-serif-4-latin-wght-normal.woff2" 400:600 kern "$2/serif"
