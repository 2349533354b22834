import { execFileSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'

const where = '/usr/bin'
const packages = 'webkit2gtk-driver firefox-esr xvfb python3-gi gir1.2-webkit2-4.1'

/** The program of this name, or of the path that `variable` holds. Throws when there is none. */
export function findProgram(name: string, variable?: string): string {
  const path = (variable === undefined ? undefined : process.env[variable]) ?? `${where}/${name}`
  try {
    accessSync(path, constants.X_OK)
    return path
  } catch {
    const other = variable === undefined ? '' : `\nor set ${variable} to the path of one.`
    throw missing(`${name} at ${path}`, other)
  }
}

/** Throws where Python cannot open a window with WebKit in it. */
export function findWindowMaker(): void {
  const versions = ['Gdk 3.0', 'Gtk 3.0', 'WebKit2 4.1'].map((each) => `'${each}'`).join(', ')
  const look = `import gi\nfor each in (${versions}): gi.require_version(*each.split())`
  const python = findProgram('python3')
  try {
    execFileSync(python, ['-c', look], { stdio: 'pipe' })
  } catch (error) {
    throw missing(`WebKitGTK for Python (${String(error).trim().split('\n').at(-1)})`)
  }
}

function missing(what: string, other = ''): Error {
  return new Error(
    `no ${what}. The run in other engines needs it:\n\n` +
      `  apt-get update && apt-get install -y --no-install-recommends ${packages}\n${other}`,
  )
}
