import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod/mini'

const packageFolder = new URL('../../node_modules/@sparticuz/chromium/', import.meta.url)
const cache = fileURLToPath(new URL('../../node_modules/.cache/', import.meta.url))
const archives = ['chromium.br', 'swiftshader.tar.br', 'al2023.tar.br', 'fonts.tar.br']

/** Run with TMPDIR set to where the archives go: `inflate` has no other way to say it. */
const unpack = `
import { inflate } from ${JSON.stringify(new URL('build/index.js', packageFolder).href)}
for (const archive of process.argv.slice(1)) await inflate(archive)
`

/** Sets the variables for the browser alone. */
const script = `#!/bin/sh
here=$(dirname "$0")
export LD_LIBRARY_PATH="$here/al2023/lib" FONTCONFIG_PATH="$here/fonts"
exec "$here/chromium" "$@"
`

const fonts = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir prefix="relative">fonts</dir></fontconfig>
`

/**
 * The path of a script that starts the Chromium of `@sparticuz/chromium` with the libraries and fonts that a
 * bare Debian lacks. The first call unpacks them, 210 MB in about 3 s. Undefined where the package has none:
 * anywhere but Linux on x64.
 */
export function packagedChromium(): string | undefined {
  if (process.platform !== 'linux' || process.arch !== 'x64' || !existsSync(packageFolder)) return undefined
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(readFileSync(new URL('package.json', packageFolder), 'utf8')))
  const folder = join(cache, `chromium-${version}`)
  const start = join(folder, 'start')
  if (existsSync(start)) return start
  process.stderr.write('no Chromium installed: unpacking the one of @sparticuz/chromium, once\n')
  mkdirSync(cache, { recursive: true })
  const made = mkdtempSync(`${folder}-`)
  try {
    const paths = archives.map((archive) => fileURLToPath(new URL(`bin/${archive}`, packageFolder)))
    const env = { ...process.env, TMPDIR: made }
    execFileSync(process.execPath, ['--input-type=module', '--eval', unpack, ...paths], { env })
    writeFileSync(join(made, 'fonts', 'fonts.conf'), fonts)
    writeFileSync(join(made, 'start'), script, { mode: 0o755 })
    renameSync(made, folder)
  } catch (error) {
    // Another process was faster.
    if (!existsSync(start)) throw error
  } finally {
    rmSync(made, { recursive: true, force: true })
  }
  return start
}
