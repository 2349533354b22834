import { expect, it } from 'vitest'
import { findAll, isTest, sourcesIn } from './tidy/sources.ts'

/** How a page waits, and by which clock (docs/spec.md#r49). */
const files = sourcesIn('src').filter((file) => !isTest(file))
const web = files.filter(({ path }) => path.includes('/web/'))

type Ban = { pattern: RegExp; instead: string; except: readonly string[] }

it.each<[string, Ban]>([
  [
    'the phone’s clock',
    {
      pattern: /\bDate\.now\(\)|new Date\(\)/,
      instead: 'serverTime() or useServerTime(), for a duration performance.now()',
      except: [
        'src/kit/web/time/serverClock.ts', // compares it with the server's
        'src/kit/web/field/MaskedField.tsx', // a key of React's
        'src/session/web/sessionCheck/sessionVersion.ts', // a number that differs
        'src/session/web/sessionCheck/SessionMonitor.ts', // a check too many does no harm
        'src/session/web/sessionCheck/watchSession.ts', // the same
        'src/kit/web/call/reload.ts', // the time of another document of this phone
        'src/ticket/web/early/takeEarlyResponse.ts', // as the inline script
        'src/payment/web/local/LazyPaidTickets.tsx', // as the inline script
        'src/payment/web/local/storedPix.ts', // for them
        'src/payment/web/local/storedReceipts.ts', // for them, and a day of this phone
        'src/payment/web/local/sentPayments.ts', // a day of this phone
        'src/receipt/web/checkOffline.ts', // shown as the phone's
      ],
    },
  ],
  [
    'a request without a limit',
    {
      pattern: /(?:^|[^.\w])fetch\(|\bnew XMLHttpRequest\b/,
      instead: 'call() or fetchImage()',
      except: [
        'src/kit/web/call/request/', // the client
        'src/kit/web/time/serverClock.ts', // a sign of life, with a limit of its own
      ],
    },
  ],
])('%s is used only where it must be', (_, { pattern, instead, except }) => {
  const isExcepted = (path: string) => except.some((place) => path.startsWith(place))
  expect(
    findAll(
      web.filter(({ path }) => !isExcepted(path)),
      pattern,
      instead,
    ),
  ).toEqual([])
  const needless = except.filter(
    (place) =>
      findAll(
        web.filter(({ path }) => path.startsWith(place)),
        pattern,
        '',
      ).length === 0,
  )
  expect(needless).toEqual([])
})

/** Files that read once, without a reload when the connection returns, and why. */
const readsOnce: Readonly<Record<string, string>> = {
  'src/app/web/backoffice/register.ts': 'read by useLoad of the desk’s frame',
  'src/session/web/LogoutPage.tsx': 'the logout itself',
  'src/session/web/loadSession.ts': 'an action awaits it',
  'src/session/web/sessionCheck/SessionMonitor.ts': 'checks again by itself',
  'src/account/web/city/addressForm.ts': 'a step of AVANÇAR',
  'src/account/web/create/createAccount.ts': 'a step of AVANÇAR',
  'src/ticket/web/fetchTicket.ts': 'read by useTicketValue and useOpenBill, or by AVANÇAR',
  'src/ticket/web/value/watchPartners.ts': 'asks again by itself',
  'src/payment/web/usePayment.ts': 'polls',
  'src/payment/card/web/askPaymentState.ts': 'asks again by itself',
}

it('what a screen reads is loaded again when the signal returns', () => {
  const names = files.flatMap(({ code }) => {
    const text = code.join('\n')
    const declared = [...text.matchAll(/export const (\w+) = endpoint\('(\w+)',[^]*?(?=\nexport |$)/g)]
    return declared.flatMap(([body, name = '', method]) =>
      method === 'GET' || /^ {2}reads: true/m.test(body) ? [name] : [],
    )
  })
  expect(names.length).toBeGreaterThan(50)
  const reads = new RegExp(`\\b(?:call|callUntyped)\\((?:\\w+\\.)?(?:${names.join('|')})\\b|fetchImage\\(`)
  const loads = /\b(?:useLoad|useCall|useLoadOnReturn|EditScreen|RecordPage)\b/
  const once = web
    .filter(({ path }) => !path.startsWith('src/kit/web/call/'))
    .filter(({ code }) => reads.test(code.join('\n')) && !loads.test(code.join('\n')))
    .map(({ path }) => path)
  expect(once.filter((path) => !(path in readsOnce))).toEqual([])
  expect(Object.keys(readsOnce).filter((path) => !once.includes(path))).toEqual([])
})
