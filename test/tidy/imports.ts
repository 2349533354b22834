import { dirname, resolve } from 'node:path'
import { type Finding, type Import, importsOf, isTest, sourcesIn } from './sources.ts'

const shipped = sourcesIn('src').filter((file) => !isTest(file))
const simulators = sourcesIn('simulators').filter((file) => !isTest(file))

/** Left to right: a noun may import only those before it (ARCHITECTURE.md). */
export const nouns = [
  'kit', 'checkout', 'acquirer', 'session', 'staff', 'account', 'vehicle', 'parking', 'card', 'payment', 'refund', 'review', 'receipt', 'reminder', 'ticket', 'partner', 'reservation', 'till', 'reporting', 'closing', 'equipment', 'dispute', 'contest', 'alert', 'search', 'site', 'app',
] // prettier-ignore

type Place = { noun: string; kind: 'root' | 'server' | 'web' }

/** 'src/payment/server/store.ts' -> payment, server. The simulators are servers outside src. */
export function placeOf(path: string): Place {
  const [top, noun = '', ...inside] = path.split('/')
  if (top === 'simulators') return { noun: top, kind: 'server' }
  const kind = inside.slice(0, 2).find((folder) => folder === 'server' || folder === 'web') ?? 'root'
  return { noun, kind }
}

/** The path from the project's root that an import means; null for packages. */
function meant({ from, target }: Import): string | null {
  if (target.startsWith('#'))
    return /^#(db|simulators|test|tools)\//.test(target) ? target.slice(1) : `src/${target.slice(1)}`
  return target.startsWith('.') ? resolve('/', dirname(from.path), target).slice(1) : null
}

/** Every import of shipped code, with the path that it means. */
export const imports = importsOf(shipped).map((imported) => ({ ...imported, to: meant(imported) }))

/** The same of the simulators. */
export const simulatorImports = importsOf(simulators).map((imported) => ({
  ...imported,
  to: meant(imported),
}))

/** The imports that break a rule, as clickable findings. */
export function where(
  broken: (imported: (typeof imports)[number]) => boolean,
  instead: string,
  among = imports,
): Finding[] {
  return among
    .filter(broken)
    .map(({ from, line, target }): Finding => `${from.path}:${line} imports ${target} -> ${instead}`)
}
