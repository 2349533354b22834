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
    throw new Error(
      `no ${name} at ${path}. The run in other engines needs it:\n\n` +
        `  apt-get update && apt-get install -y --no-install-recommends ${packages}\n` +
        (variable === undefined ? '' : `\nor set ${variable} to the path of one.`),
    )
  }
}
