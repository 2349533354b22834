import { readdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  type Finding,
  findAll,
  type Import,
  importsOf,
  isTest,
  root,
  type Source,
  sourcesIn,
} from './tidy/sources.ts'

/** Code about code: what STYLE.md and ARCHITECTURE.md say, as far as a machine can tell. */
const files = sourcesIn('src', 'tools', 'bench', 'test')
const src = files.filter(({ path }) => path.startsWith('src/'))
const shipped = src.filter((file) => !isTest(file))

describe('sizes', () => {
  it('a file has at most 300 lines, a test 400', () => {
    const limit = (file: Source) => (isTest(file) ? 400 : 300)
    const over = files.filter((file) => file.lines.length > limit(file))
    expect(
      over.map(({ path, lines }) => `${path}: ${lines.length} lines -> split it by what it is about`),
    ).toEqual([])
    const long = files.filter((file) => !isTest(file) && file.lines.length > 150)
    if (long.length > 0) console.warn(`over 150 lines: ${long.map(({ path }) => path).join(', ')}`)
  })

  it('a folder has at most 12 source files besides its tests', () => {
    const perFolder = Map.groupBy(
      files.filter((file) => !/\.test\.tsx?$/.test(file.path)),
      ({ path }) => dirname(path),
    )
    const over = [...perFolder].filter(([, inside]) => inside.length > 12)
    expect(
      over.map(([folder, { length }]) => `${folder}: ${length} files -> it is really two folders`),
    ).toEqual([])
  })
})

describe('names', () => {
  it('nothing is named after being a leftover', () => {
    const banned = /(^|\/)(utils?|helpers?|services?|common|misc|managers?)(\/|\.tsx?$)/
    const named = files.filter(({ path }) => banned.test(path))
    expect(named.map(({ path }) => `${path} -> name it after what it knows, for example money.ts`)).toEqual(
      [],
    )
  })

  it('functions have business verbs', () => {
    const pattern = /\b(?:function|const) (?:handle|process|manage|perform|execute)[A-Z]\w* ?[=(<]/
    expect(findAll(shipped, pattern, 'say what it does: payByCard, openGate, showRefusal')).toEqual([])
  })

  it('a database handle is `db`, comes first and is never optional', () => {
    expect(findAll(src, /\bdb\?: Db\b/, 'make it the first parameter, not optional')).toEqual([])
    expect(
      findAll(src, /function \w+[^()]*\([^(){}]+,\s*db: (Db|Kysely)\b/, 'make db the first parameter'),
    ).toEqual([])
  })

  it('wire names stay in contracts, views, routes and the web', () => {
    const wire =
      /\b(tk_ticket|gl_city\w*|gl_user|gl_person\w*|pm_transaction|pm_person\w*|ws_token|cpfcnpj|ticket_dt_exit|t_expires)\b/
    const border = /\/(contract|view|routes)\.ts$|\/web\/|\/server\/wire\w*\.ts$/
    const inside = shipped.filter(({ path }) => !border.test(path))
    expect(
      findAll(inside, wire, 'use our own word inside, and the wire’s in contract.ts and view.ts'),
    ).toEqual([])
  })
})

/** Left to right: a noun knows only those before it (ARCHITECTURE.md). */
const nouns = [
  'kit', 'acquirer', 'session', 'account', 'vehicle', 'parking', 'card', 'payment', 'ticket', 'reservation', 'equipment', 'staff', 'site', 'app',
] // prettier-ignore

type Place = { noun: string; kind: 'root' | 'server' | 'web' }

/** 'src/payment/server/store.ts' -> payment, server. The acquirer's simulator is a server of its own. */
function placeOf(path: string): Place {
  const [, noun = '', second = ''] = path.split('/')
  const kind = second === 'server' || second === 'simulator' ? 'server' : second === 'web' ? 'web' : 'root'
  return { noun, kind }
}

/** The path from the project's root that an import means; null for packages. */
function meant({ from, target }: Import): string | null {
  if (target.startsWith('#'))
    return target.startsWith('#db/') || target.startsWith('#test/')
      ? target.slice(1)
      : `src/${target.slice(1)}`
  return target.startsWith('.') ? resolve('/', dirname(from.path), target).slice(1) : null
}

const imports = importsOf(shipped).map((imported) => ({ ...imported, to: meant(imported) }))

function where(broken: (imported: (typeof imports)[number]) => boolean, instead: string): Finding[] {
  return imports
    .filter(broken)
    .map(({ from, line, target }): Finding => `${from.path}:${line} imports ${target} -> ${instead}`)
}

describe('imports', () => {
  it('every noun of src has its place in the order', () => {
    expect(readdirSync(join(root, 'src')).filter((noun) => !nouns.includes(noun))).toEqual([])
  })

  it('a noun knows only the nouns before it', () => {
    const leftward = ({ from, to }: { from: Source; to: string | null }) =>
      to?.startsWith('src/') === true &&
      nouns.indexOf(placeOf(to).noun) > nouns.indexOf(placeOf(from.path).noun)
    const instead = 'turn it round: pass what is needed in from app/server/deps.ts, as PaymentSubject is'
    expect(where(leftward, instead)).toEqual([])
  })

  it('a relative import stays in its noun; another noun is written #noun/', () => {
    const leaves = ({ from, target, to }: (typeof imports)[number]) =>
      target.startsWith('.') && (to === null || !to.startsWith(`src/${placeOf(from.path).noun}/`))
    expect(where(leaves, 'write #noun/...')).toEqual([])
    const longWay = ({ from, target }: (typeof imports)[number]) =>
      target.startsWith(`#${placeOf(from.path).noun}/`)
    expect(where(longWay, 'inside a noun, import relatively')).toEqual([])
  })

  it('a root file is pure: no I/O, no server, no web', () => {
    const impure = ({ from, target, to }: (typeof imports)[number]) =>
      placeOf(from.path).kind === 'root' &&
      (target.startsWith('node:') ||
        to?.startsWith('db/') === true ||
        (to !== null && placeOf(to).kind !== 'root'))
    expect(where(impure, 'move the I/O to server/ or web/ and pass its result in')).toEqual([])
  })

  it('the server never imports the web, nor the web the server', () => {
    const server = ({ from, to }: (typeof imports)[number]) =>
      placeOf(from.path).kind === 'server' && placeOf(to ?? '').kind === 'web'
    expect(where(server, 'share it in the noun’s root')).toEqual([])
    const web = ({ from, target, to }: (typeof imports)[number]) =>
      placeOf(from.path).kind === 'web' &&
      (target.startsWith('node:') || to?.startsWith('db/') === true || placeOf(to ?? '').kind === 'server')
    expect(where(web, 'share it in the noun’s root, or call an endpoint')).toEqual([])
  })

  it('a noun’s store is its own', () => {
    // The port PaymentSubject speaks of a payment's row; its implementation names the type, and only that.
    const allowed = ["src/ticket/server/subject.ts import type { Payment } from '#payment/server/store.ts'"]
    const foreign = ({ from, line, to }: (typeof imports)[number]) =>
      to !== null &&
      /^src\/(?!kit)[a-z]+\/server\/store\.ts$/.test(to) &&
      placeOf(to).noun !== placeOf(from.path).noun &&
      !allowed.includes(`${from.path} ${from.lines[line - 1] ?? ''}`)
    expect(where(foreign, 'go through a flow of that noun')).toEqual([])
  })

  it('only the composition and the tests know the acquirer’s adapters and simulator', () => {
    const adapter = ({ from, to }: (typeof imports)[number]) =>
      to !== null &&
      /^src\/acquirer\/(server|simulator)\//.test(to) &&
      !['acquirer', 'app'].includes(placeOf(from.path).noun)
    expect(where(adapter, 'use the port acquirer/acquirer.ts')).toEqual([])
  })

  it('only the acquirer’s noun and the composition name an acquirer, and nobody else reads its codes', () => {
    const others = shipped.filter(({ path }) => !['acquirer', 'app'].includes(placeOf(path).noun))
    const root = shipped.filter(({ path }) => /^src\/acquirer\/[^/]+$/.test(path))
    expect(
      findAll([...others, ...root], /cielo|braspag/i, 'acquirers[name]: the row says which one it is'),
    ).toEqual([])
    const codes = /\b(return_?code)\b[^,;)]*(===|!==|\bin\b|\.includes)/i
    expect(
      findAll(others, codes, 'a cause of acquirer/causes.ts: codes are translated in the adapter'),
    ).toEqual([])
  })

  it('no file only passes another on', () => {
    const passing = shipped.filter(({ code }) =>
      code.some((line) => /^export (\*|\{[^}]*\}) from /.test(line)),
    )
    expect(passing.map(({ path }) => `${path} -> import what it passes on from where it is`)).toEqual([])
  })
})

type Ban = {
  what: string
  pattern: RegExp
  instead: string
  in?: readonly Source[]
  except?: readonly string[]
}

/** `except` lists files or folders where the thing is right, each for the reason beside it. */
const bans: readonly Ban[] = [
  { what: 'any', pattern: /(: |<|\bas )any\b(?!\w|')/, instead: 'unknown, and parse it with a schema' },
  {
    what: 'a double cast',
    pattern: /\bas unknown as\b/,
    instead: 'parse it, or give the function the right type',
  },
  { what: 'console', pattern: /\bconsole\.\w+\(/, instead: 'the log of deps', in: shipped },
  {
    what: 'the machine’s clock',
    pattern: /\bDate\.now\(\)|new Date\(\)/,
    instead: 'clock.now(), passed in',
    in: shipped.filter(({ path }) => !path.includes('/web/')),
    except: [
      'src/app/server/start.ts', // makes the clock of production
      'src/acquirer/simulator/', // another company’s machine
    ],
  },
  {
    what: 'the environment',
    pattern: /\bprocess\.env\b/,
    instead: 'a variable of app/server/config.ts',
    in: shipped,
    except: [
      'src/app/server/main.ts', // hands it to readConfig, once
      'src/app/server/simulator.ts', // a child process inherits it
    ],
  },
  {
    what: 'guessable randomness',
    pattern: /\bMath\.random\(/,
    instead: 'randomToken() of kit/server/secrets.ts, or randomInt of node:crypto',
    in: shipped,
    except: [
      'src/kit/server/jobs/runner.ts', // jitter of a retry
    ],
  },
  {
    what: 'classic zod',
    pattern: /from 'zod'|from 'zod\/v4'/,
    instead: 'zod/mini (the classic costs the web 20 KB)',
  },
  {
    what: 'SQL put together from text',
    pattern: /\bsql\.raw\(/,
    instead: 'sql`...${value}` or the query builder',
    in: shipped,
    except: ['src/kit/server/db/migrate.ts'], // runs whole files of ours
  },
  {
    what: 'HTML put together from text',
    pattern: /dangerouslySetInnerHTML|\.(inner|outer)HTML\s*=|insertAdjacentHTML|document\.write\(/,
    instead: 'JSX, or markup`` of kit/markup.ts',
    in: shipped,
  },
  {
    what: 'a floating price',
    pattern: /\b(toFixed|parseFloat)\(/,
    instead: 'integer centavos and kit/money.ts',
    in: shipped,
  },
  {
    what: 'a test switched off',
    pattern: /\b(it|test|describe)\.(skip|only|todo|fails)\b|\.skipIf\(|\.runIf\(|\bretry:/,
    instead: 'mend it or delete it',
  },
]

describe('bans', () => {
  it.each(bans)('$what', ({ pattern, instead, in: where = files, except = [] }) => {
    const looked = where.filter(
      ({ path }) => path !== 'test/tidy.test.ts' && !except.some((place) => path.startsWith(place)),
    )
    expect(findAll(looked, pattern, instead)).toEqual([])
    const needless = except.filter(
      (place) =>
        !where.some(({ path, code }) => path.startsWith(place) && code.some((line) => pattern.test(line))),
    )
    expect(needless.map((place) => `${place} needs no exception any more`)).toEqual([])
  })

  it('comments promise nothing and silence nothing', () => {
    const commented = files
      .filter(({ path }) => path !== 'test/tidy.test.ts')
      .map((file) => ({ ...file, code: file.lines }))
    expect(findAll(commented, /@ts-(ignore|expect-error|nocheck)/, 'mend the type')).toEqual([])
    expect(findAll(commented, /\b(TODO|FIXME|XXX|HACK)\b/, 'do it, or open an issue')).toEqual([])
    expect(
      findAll(
        commented,
        /(oxlint|eslint)-disable(?!-next-line)/,
        'disable one rule for one line, with a reason',
      ),
    ).toEqual([])
  })
})

describe('documentation of the code', () => {
  it('what a noun’s root and its flows export says what it is', () => {
    const told = shipped.filter(
      ({ path }) =>
        placeOf(path).kind === 'root' || path.includes('/server/flow/') || path.includes('/server/settle/'),
    )
    const silent = told.flatMap(({ path, lines }) =>
      lines.flatMap((line, index): Finding[] => {
        const name = /^export (?:async )?(?:function|class) (\w+)/.exec(line)?.[1]
        const before = lines[index - 1] ?? ''
        return name === undefined || /\*\/$|^\s*\/\//.test(before)
          ? []
          : [`${path}:${index + 1} ${name} -> say in a line what it answers and throws`]
      }),
    )
    expect(silent).toEqual([])
  })
})
