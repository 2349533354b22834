import { describe, expect, it } from 'vitest'
import { isTest, type Source, sourcesIn } from './tidy/sources.ts'

const home = ['src/session/limits.ts', 'src/session/server/limits/']
const elsewhere = sourcesIn('src').filter(
  ({ path }) => !home.some((place) => path.startsWith(place)) && !path.includes('/web/'),
)

/** A limit outside the table. */
const kept: readonly (readonly [RegExp, string, readonly string[]])[] = [
  [
    /\bper(Account|Address|Card|Day|Email|Hour|Minute|Payment|Plate|Session|Ticket)\w*/,
    'a number of its own',
    ['src/app/server/requests/limitRequests.ts'],
  ],
  [/\bwindowMs\b/, 'a window of its own', ['src/app/server/requests/limitRequests.ts']],
  [
    /fail\('too_many'/,
    'a refusal of its own',
    ['src/account/server/passwords.ts', 'src/app/server/requests/limitRequests.ts'],
  ],
  [
    /fail\('too_many_attempts'/,
    'a refusal of its own',
    ['src/payment/server/attempt/cardLimits.ts', 'src/payment/server/attempt/startAttempt.ts'],
  ],
  [
    /\brequest\.ip\b/,
    'an address by itself',
    [
      'src/app/server/portalGuard.ts',
      'src/app/server/requests/limitRequests.ts',
      // Sent to the bank only.
      'src/payment/authentication/server/routes.ts',
    ],
  ],
]

function foundIn(files: readonly Source[]): string[] {
  return files.flatMap(({ path, code }) =>
    code.flatMap((line, at) =>
      kept
        .filter(([pattern, , exceptions]) => pattern.test(line) && !exceptions.includes(path))
        .map(([, what]) => `${path}:${at + 1} keeps ${what} -> a row of src/session/limits.ts`),
    ),
  )
}

describe('limits', () => {
  it('are declared in one table and nowhere else', () => {
    expect(foundIn(elsewhere.filter((file) => !isTest(file)))).toEqual([])
  })

  it('declared outside the table are reported', () => {
    const old =
      'export const loginLimits = { windowMs: 15 * minuteMs, perAccountAndAddress: 5, perAccount: 50 }'
    const file = { path: 'src/account/limits.ts', lines: [old], code: [old] }
    expect(foundIn([file])).toHaveLength(2)
  })
})
