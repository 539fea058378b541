#!/usr/bin/env bash
# Renews what the page uses of others: libraries and fonts, in the versions named here, with their licences.
# Only this needs npm and a network; the page itself never does. Look at `git diff --stat` afterwards.
set -eu

preact=11.2.0 htm=3.1.1 signals=2.11.4 signals_core=1.14.5 fluent=0.19.1 inter=5.3.0 fraunces=5.3.0

here=$(cd "$(dirname "$0")" && pwd)
vendor=$here/infoset_web/static/vendor
fonts=$here/infoset_web/static/fonts
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

fetch() { # package version folder
    mkdir "$3" && tar xzf "$(npm pack --silent "$1@$2")" -C "$3" --strip-components=1
}
fetch preact "$preact" preact
fetch htm "$htm" htm
fetch @preact/signals "$signals" signals
fetch @preact/signals-core "$signals_core" signals-core
fetch @fluent/bundle "$fluent" fluent
fetch @fontsource-variable/inter "$inter" inter
fetch @fontsource-variable/fraunces "$fraunces" fraunces

cp preact/dist/preact.mjs "$vendor/preact.js"
cp preact/hooks/dist/hooks.mjs "$vendor/hooks.js"
cp htm/dist/htm.module.js "$vendor/htm.js"
cp signals/dist/signals.mjs "$vendor/signals.js"
cp signals-core/dist/signals-core.mjs "$vendor/signals-core.js"
mkdir -p "$vendor/fluent"
cp fluent/esm/*.js "$vendor/fluent/"
rm "$vendor/fluent/ast.js" # types only
# Its package says Apache-2.0 and has no text of it: that of htm, without the lines about whose htm is.
sed '/APPENDIX/,$d' htm/LICENSE > "$vendor/LICENSE.fluent"
for package in preact htm signals; do cp "$package/LICENSE" "$vendor/LICENSE.$package"; done
# Browsers know no package names without a list of them, which our content policy does not let a page have.
sed -i 's#from"preact/hooks"#from"./hooks.js"#g; s#from"preact"#from"./preact.js"#g
    s#from"@preact/signals-core"#from"./signals-core.js"#g; s#//\# sourceMappingURL=.*$##' "$vendor"/*.js

for font in inter fraunces; do
    cp "$font/LICENSE" "$fonts/LICENSE.$font"
    cp "$font/files/$font-latin-wght-normal.woff2" "$font/files/$font-latin-ext-wght-normal.woff2" "$fonts/"
done
