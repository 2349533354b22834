import { describe, expect, it } from 'vitest'
import { type Consent, isAnalyticsScreen, parseConsentCookie, defaultConsent } from './consent.ts'

const asked = (accepted: boolean, ua: boolean): Consent => ({ initialized: true, accepted, ua })

describe('the cookie analytics_data', () => {
  it.each<[string, string | null, boolean, Consent, boolean]>([
    ['absent', null, true, asked(false, true), false],
    ['absent, unchecked by the operator', null, false, asked(false, false), false],
    ['accepted', '{"accepted":true,"ua":true}', true, asked(true, true), false],
    [
      'only what is needed',
      '{"initialized":true,"accepted":true,"ua":false}',
      true,
      asked(true, false),
      false,
    ],
    ['a text inside a text', '"{\\"accepted\\":true,\\"ua\\":false}"', true, asked(true, false), false],
    ['without ua: the default', '{"accepted":true}', false, asked(true, false), false],
    ['not JSON', '{accepted', true, asked(false, true), true],
    ['a number', '7', true, asked(false, true), true],
    ['null', 'null', true, asked(false, true), true],
    ['accepted as a word', '{"accepted":"yes"}', true, asked(false, true), false],
  ])('%s', (_, cookie, checked, consent, broken) => {
    expect(parseConsentCookie(cookie, defaultConsent(checked))).toEqual({ consent, broken })
  })
})

describe('the analytics script runs on a list of screens', () => {
  it.each([
    ['welcome', {}, true],
    ['ticket.read', {}, true],
    ['ticket.value', { ticket: '1' }, true],
    ['ticket.paymentType', {}, true],
    ['ticket.paymentType', { ptoken: 'a' }, false],
    ['ticket.account', {}, false],
    ['payment.pix', {}, false],
    ['login', {}, false],
    ['login.recover_token', {}, false],
    ['user.edit', {}, false],
    ['staff.dashboard', {}, false],
  ] as const)('%s %o: %s for a guest', (name, query, may) => {
    expect(isAnalyticsScreen({ name, query }, true)).toBe(may)
  })
  it('not on the payment type of a person', () => {
    expect(isAnalyticsScreen({ name: 'ticket.paymentType', query: {} }, false)).toBe(false)
  })
})
