import { beforeAll, describe, expect, it } from 'vitest'
import {
  findRoute,
  hrefTo,
  parseTarget,
  registerRoutes,
  screenKey,
  serializeTarget,
} from '#kit/web/route/routes.ts'
import { screenNames } from '#session/server/screenNames.ts'
import { pages, routes } from './modules.ts'
import { backOfficePages, backOfficeRoutes } from './backoffice/modules.ts'

beforeAll(() => registerRoutes({ ...routes, ...backOfficeRoutes }))

describe('the route table', () => {
  const rows: ReadonlyArray<[string, string]> = [
    ['/ticket/', 'welcome'],
    ['/ticket', 'welcome'],
    ['/ticket/read', 'ticket.read'],
    ['/ticket/value?ticket=0001234567890', 'ticket.value'],
    ['/ticket/account', 'ticket.account'],
    ['/ticket/personAddress', 'ticket.personAddress'],
    ['/ticket/privacyPolicyTerms', 'ticket.privacyPolicyTerms'],
    ['/ticket/paymentType', 'ticket.paymentType'],
    ['/payment/abc/creditDebitCard', 'payment.creditDebitCard'],
    ['/payment/abc/savedCard?pm=x', 'payment.savedCard'],
    ['/payment/abc/done', 'payment.done'],
    ['/login/', 'login'],
    ['/login/recover_email', 'login.recover_email'],
    ['/login/recover_token/tok', 'recover_token'],
    ['/contact?backTo=welcome', 'contact'],
    ['/terms/privacyPolicy', 'terms.privacyPolicy'],
    ['/user/menu', 'user.menu'],
    ['/user/editmenu', 'user.editmenu'],
    ['/user/edit', 'user.edit'],
    ['/user/person/edit', 'user.person.edit'],
    ['/user/personPayMethod', 'user.personPayMethod.edit'],
    ['/user/vehicles', 'user.vehicles'],
    ['/user/payments?page=2', 'user.payments'],
    ['/user/payments/abc', 'user.receipt'],
    ['/user/myData', 'user.myData'],
    ['/ticket/receipt', 'ticket.receipt'],
    ['/account/create', 'account.create'],
    ['/account/address', 'account.address'],
    ['/account/recaptcha', 'recaptcha'],
    ['/reserve/add', 'reserve.add'],
    ['/reserve/paymentConfirm', 'reserve.paymentConfirm'],
    ['/nope', 'not-found'],
    ['/payment/abc', 'not-found'],
  ]
  it.each(rows)('%s is %s', (location, name) => {
    expect(findRoute(location, null).name).toBe(name)
  })

  it('reads the query of the hash and the path parameters', () => {
    expect(findRoute('/payment/a%2Fb/savedCard?pm=tok', null)).toEqual({
      name: 'payment.savedCard',
      params: { token: 'a/b' },
      query: { pm: 'tok' },
    })
  })

  it('has the screens of which the server takes reports of errors', () => {
    expect([...screenNames].toSorted()).toEqual(Object.keys({ ...routes, ...backOfficeRoutes }).toSorted())
  })

  it('has only existing screens as next screens', () => {
    const names = Object.keys({ ...routes, ...backOfficeRoutes })
    const following = Object.values(pages).flatMap(({ prefetch = [] }) => prefetch)
    const areas = Object.values(backOfficePages).flatMap(({ area }) => area ?? [])
    expect([...following, ...areas].filter((name) => !names.includes(name))).toEqual([])
  })

  it('distinguishes logout from login by the name of the navigation', () => {
    expect(findRoute('/login/', 'logout').name).toBe('logout')
    expect(findRoute('/contact', 'logout').name).toBe('contact')
  })
})

describe('the key of a screen', () => {
  const keyOf = (location: string) => screenKey(findRoute(location, null))

  it.each([
    ['/ticket/value?ticket=1', '/ticket/value?ticket=2'],
    ['/ticket/value?ticket=1', '/ticket/value'],
    ['/ticket/value?ticket=1', '/ticket/account?ticket=1'],
    ['/ticket/paymentType?ticket=1', '/ticket/paymentType?ticket=1&ptoken=a'],
    ['/payment/a/savedCard?pm=x', '/payment/a/savedCard?pm=y'],
    ['/payment/a/done', '/payment/b/done'],
  ])('%s and %s differ', (one, other) => {
    expect(keyOf(one)).not.toBe(keyOf(other))
  })

  it.each([
    ['/user/payments', '/user/payments?page=2&period=x'],
    ['/staff/tickets?q=1', '/staff/tickets?q=2&state=due'],
    ['/ticket/value?ticket=1', '/ticket/value/?more=x&ticket=1'],
    ['/contact?backTo=welcome', '/contact'],
  ])('%s and %s are equal', (one, other) => {
    expect(keyOf(one)).toBe(keyOf(other))
  })
})

describe('navigation by name', () => {
  it('writes links', () => {
    expect(hrefTo('ticket.value', { query: { ticket: '0001234567890' } })).toBe(
      '#/ticket/value?ticket=0001234567890',
    )
    expect(hrefTo('payment.done', { params: { token: 'a/b' } })).toBe('#/payment/a%2Fb/done')
  })

  it('takes `to` as a name, a JSON text or a JSON destination', () => {
    const value = { name: 'ticket.value', params: {}, query: { ticket: '1' } }
    expect(parseTarget('contact')).toEqual({ name: 'contact', params: {}, query: {} })
    expect(parseTarget('"contact"')).toEqual({ name: 'contact', params: {}, query: {} })
    expect(parseTarget(serializeTarget('ticket.value', { query: { ticket: '1' } }))).toEqual(value)
  })

  it.each([
    'https://evil.example',
    '//evil',
    '{"name":"evil"}',
    '{"name":"payment.done"}',
    'not-found',
    'constructor',
    '',
    '[]',
  ])('refuses %s', (text) => {
    expect(parseTarget(text)).toBeNull()
  })
})
