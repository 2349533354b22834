import { dirname } from 'node:path'
import { describe, expect, it } from 'vitest'
import { holdWords } from './tidy/holdWords.ts'
import { placeOf } from './tidy/imports.ts'
import { storageLifetimes, moduleState } from './tidy/moduleState.ts'
import { unusedExports } from './tidy/unusedExports.ts'
import { type Finding, findAll, isTest, type Source, sourcesIn } from './tidy/sources.ts'

/** Rules of STYLE.md and ARCHITECTURE.md that a machine can check. */
const files = sourcesIn('src', 'simulators', 'tools', 'bench', 'test')
const src = files.filter(({ path }) => path.startsWith('src/'))
const simulators = files.filter(({ path }) => path.startsWith('simulators/'))
const shipped = [...src, ...simulators].filter((file) => !isTest(file))

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

/** Loaded by path, by a file outside these folders, or printed as text. */
const loadedByPath = [
  'src/app/web/shell.tsx', // tools/build.ts
  'test/support/worker/argon2.ts', // resolveHooks.ts
  'tools/schema/describe.ts', // db/schema.ts
  'test/support/worker/longestFirst.ts', // vitest.config.ts
]

it('every export is imported by another file', () => {
  // Types of db/schema.ts are generated.
  const own = unusedExports([...files, ...sourcesIn('db')]).filter((place) => !place.startsWith('db/'))
  expect(own.filter((place) => !loadedByPath.some((path) => place.startsWith(path)))).toEqual([])
})

describe('names', () => {
  it('no file or function has a catch-all name', () => {
    const banned = /(^|\/)(utils?|helpers?|services?|common|misc|managers?)(\/|\.tsx?$)/
    const named = files.filter(({ path }) => banned.test(path))
    expect(named.map(({ path }) => `${path} -> name it after what it knows, for example money.ts`)).toEqual(
      [],
    )
  })

  it('an export of a list is in server/exports', () => {
    const others = src.filter(({ path }) => !path.includes('/server/exports/'))
    expect(
      findAll(others, /^export const \w+ = defineExport\(/, 'move it to server/exports of its noun'),
    ).toEqual([])
  })

  it('functions have business verbs', () => {
    const pattern =
      /\b(?:function|const) (?:handle|process(?!InRounds)|manage|perform|execute)[A-Z]\w* ?[=(<]/
    expect(findAll(shipped, pattern, 'say what it does: payByCard, openGate, showRefusal')).toEqual([])
  })

  it('hold means reserved money only: a row is locked, a token is borne, a price stands', () => {
    const others = shipped.filter(({ path }) => !/^(simulators|src\/acquirer\/server\/cielo)\//.test(path))
    const strange = others.flatMap(({ path, code }) =>
      code.flatMap((line, index) =>
        (line.match(/\w*(?:hold|held)\w*/gi) ?? [])
          .filter((word) => !holdWords.has(word))
          .map(
            (word) => `${path}:${index + 1} ${word} -> lock..., bearer, or a new row of tidy/holdWords.ts`,
          ),
      ),
    )
    expect(strange).toEqual([])
    const spoken = new Set(others.flatMap(({ code }) => code.join('\n').match(/\w*(?:hold|held)\w*/gi) ?? []))
    expect([...holdWords].filter((word) => !spoken.has(word))).toEqual([])
  })

  it('what belongs to the signed-in person is called me, as in the API', () => {
    const named = files.filter(({ path }) => /(^|\/)(mine|my)(\/|\.)/.test(path))
    expect(named.map(({ path }) => `${path} -> me/`)).toEqual([])
  })

  it('a database handle is called db, is the first parameter and never optional', () => {
    expect(findAll(src, /\bdb\?: Db\b/, 'make it the first parameter, not optional')).toEqual([])
    expect(
      findAll(src, /function \w+[^()]*\([^(){}]+,\s*db: (Db|Kysely)\b/, 'make db the first parameter'),
    ).toEqual([])
  })

  it('wire names stay in contracts, views, routes and the web', () => {
    const wire =
      /\b(tk_ticket|gl_city\w*|gl_user|gl_person\w*|pm_transaction|pm_person\w*|ws_token|cpfcnpj|ticket_dt_exit|t_expires)\b/
    const border = /\/(contract|view|routes)\.ts$|\/web\/|(^|\/)(wire\w*|exportPayers|pixQrPath)\.ts$/
    const inside = shipped.filter(({ path }) => !border.test(path))
    expect(
      findAll(inside, wire, 'use our own word inside, and the wire’s in contract.ts and view.ts'),
    ).toEqual([])
  })
})

type Ban = {
  what: string
  pattern: RegExp
  instead: string
  in?: readonly Source[]
  except?: readonly string[]
}

/** `except` lists files or folders that are right, each with its reason. */
const bans: readonly Ban[] = [
  {
    what: 'a primary button by default at the desk',
    pattern: /<Button (type="button"|onClick=|icon=)/,
    instead: 'variant="primary" for the one action of a screen, else "plain"',
    in: src.filter(({ path }) => path.includes('/web/backoffice/')),
  },
  {
    what: 'a header or footer beside the page’s own',
    pattern: /<(header|footer)\b/,
    instead: 'a div: outside a section or article they are the landmarks of the page',
    in: src,
    except: [
      'src/kit/web/page/Page.tsx', // the page's
      'src/app/web/frame/Footer.tsx', // the page's
      'src/reporting/web/dashboard/Plots.tsx', // a section's
    ],
  },
  { what: 'any', pattern: /(: |<|\bas )any\b(?!\w|')/, instead: 'unknown, and parse it with a schema' },
  {
    what: 'a double cast',
    pattern: /\bas unknown as\b/,
    instead: 'parse it, or give the function the right type',
  },
  {
    what: 'console',
    pattern: /\bconsole\.\w+\(/,
    instead: 'the log of deps',
    in: shipped,
    except: ['src/kit/web/call/request/request.ts'], // a page without a token, which nobody else can tell
  },
  {
    what: 'direct use of the machine’s clock',
    pattern: /\bDate\.now\(\)|new Date\(\)/,
    instead: 'clock.now(), passed in',
    in: shipped.filter(({ path }) => !path.includes('/web/')),
    except: [
      'src/app/server/start.ts', // makes the clock of production
      'simulators/', // another company’s machine
    ],
  },
  {
    what: 'direct use of environment variables',
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
    what: 'SQL concatenated from text',
    pattern: /\bsql\.raw\(/,
    instead: 'sql`...${value}` or the query builder',
    in: shipped,
    except: ['src/kit/server/db/migrate.ts'], // runs whole files of ours
  },
  {
    what: 'an advisory lock outside the register',
    pattern: /\bpg_(try_)?advisory/,
    instead: 'a row of db/locks.ts, and takeLock',
    in: shipped,
    except: ['src/kit/server/db/locks.ts'], // takes them all
  },
  {
    what: 'a row lock that foreign keys wait for',
    pattern: /\.forUpdate\(|\bfor update\b/,
    instead: 'forNoKeyUpdate(): a row that refers to the locked one would wait, in a circle some day',
    in: shipped,
    except: ['src/account/server/store.ts'], // who is about to be deleted
  },
  {
    what: 'HTML concatenated from text',
    pattern: /dangerouslySetInnerHTML|\.(inner|outer)HTML\s*=|insertAdjacentHTML|document\.write\(/,
    instead: 'JSX, or markup`` of kit/markup.ts',
    in: shipped,
  },
  {
    what: 'a lookbehind in code for browsers',
    pattern: /\(\?<[=!]/,
    instead: 'match what comes before too: iOS before 16.4 throws away the whole file',
    in: shipped.filter(({ path }) => placeOf(path).kind !== 'server'),
  },
  {
    what: 'a floating price',
    pattern: /\b(toFixed|parseFloat)\(/,
    instead: 'integer centavos and kit/money.ts',
    in: shipped,
  },
  {
    what: 'a formatter made for one text',
    pattern: /\bIntl\.\w+\(|\.toLocale(Date|Time)?String\(/,
    instead:
      'instantFormat, numberText or agoText of kit/text/formats.ts, which keep it (making one costs 60 us)',
    in: shipped,
    except: ['src/kit/text/formats.ts'], // makes and keeps them
  },
  {
    what: 'a session that has not loaded treated as a guest’s',
    pattern: /\bsession\.get\(\)/,
    instead:
      'waitForSession() and its kin, which wait until it is known, or useSession() where a screen is drawn',
    in: shipped.filter(({ path }) => path.includes('/web/')),
    except: ['src/session/web/'], // asks, and waits
  },
  {
    what: 'a link that signs out any signed-in person',
    pattern: /\bgo\('logout'/,
    instead: 'leave() of session/web/leaveToMenu.ts, which leads who is signed in to the menu',
    in: shipped,
    except: [
      'src/payment/web/cancelPayment.ts', // docs/spec.md#r4
      'src/session/web/sessionCheck/SessionMonitor.ts', // 'Não sou eu'
      'src/payment/card/web/PayScreen.tsx', // 'Não sou eu'
      'src/site/web/user/UserMenuPage.tsx', // 'Sair'
      'src/staff/web/', // 'Sair'
    ],
  },
  {
    what: 'a time shown without its day',
    pattern: /\.slice\(11, 16\)|\bhour: '2-digit'|timeStyle:/,
    instead: 'momentText or whenText of kit/web/time/instantTexts.ts, which say the day unless it is today',
    in: shipped.filter(({ path }) => path.includes('/web/')),
    except: ['src/kit/web/time/instantTexts.ts'], // writes both
  },
  {
    what: 'a skipped test',
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

  it('comments contain no TODO and disable no check for a whole file', () => {
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

describe('state of a page', () => {
  const web = shipped.filter(({ path }) => path.includes('/web/'))

  it('at module level is not personal, or is cleared for the next person by clearCustomer', () => {
    const holding =
      /^(?:export )?(?:let (\w+)|const (\w+)(?!: readonly|: Readonly)(?::.+?)? = (?:createStore\b|new (?:Weak)?(?:Map|Set)\b|\[\]|\{\}))/
    const found = web.flatMap(({ path, code }) =>
      code.flatMap((line) => {
        const [, variable, constant] = holding.exec(line) ?? []
        const name = variable ?? constant
        return name === undefined ? [] : [`${path} ${name}`]
      }),
    )
    const strange = found.filter((place) => !moduleState.has(place))
    expect(
      strange.map((place) => `${place} -> createPersonalStore of kit/web/state/personalStore.ts`),
    ).toEqual([])
    expect([...moduleState.keys()].filter((place) => !found.includes(place))).toEqual([])
  })

  it('in the browser’s storage is written by listed files only, each with its lifetime', () => {
    const found = web.filter(({ code }) =>
      code.some((line) => /Storage\.setItem\(|writeStored\('(local|session)Storage'/.test(line)),
    )
    const strange = found.filter(({ path }) => !storageLifetimes.has(path))
    expect(
      strange.map(
        ({ path }) =>
          `${path} -> draft.ts, userStorage.ts or personalStore.ts of kit/web/state, which are cleared`,
      ),
    ).toEqual([])
    expect([...storageLifetimes.keys()].filter((place) => !found.some(({ path }) => path === place))).toEqual(
      [],
    )
  })
})

describe('documentation of the code', () => {
  it('a docstring is followed by code', () => {
    const over = files.flatMap(({ path, lines }) =>
      lines.flatMap((line, index): Finding[] =>
        line.endsWith('*/') && /^\s*[}\])]/.test(lines[index + 1] ?? '')
          ? [`${path}:${index + 1} -> over nothing: what it was about is gone`]
          : [],
      ),
    )
    expect(over).toEqual([])
  })

  it('exports of a noun’s root and its flows have a docstring', () => {
    const documented = shipped.filter(
      ({ path }) =>
        placeOf(path).kind === 'root' || path.includes('/server/flow/') || path.includes('/server/settle/'),
    )
    const silent = documented.flatMap(({ path, lines }) =>
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

it('a test has no timeout shorter than the configured one', () => {
  const short = /(poll|[wW]aitFor)\(.*timeout: (?!9\d_)[\d_]+|set[D]efaultTimeout|vi[.]waitFor/
  const tests = files.filter(({ path }) => path.endsWith('.test.ts'))
  expect(findAll(tests, short, 'leave the timeout out: expect.poll and Playwright wait 90 s')).toEqual([])
})
