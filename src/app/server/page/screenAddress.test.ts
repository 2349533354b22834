import { expect, it } from 'vitest'
import { isNavigation, screenAddress } from './screenAddress.ts'

it.each([
  ['/ticket/read?ticket=0001234567890', '/#/ticket/read?ticket=0001234567890'],
  ['/%23/ticket/read?ticket=0001234567890', '/#/ticket/read?ticket=0001234567890'],
  ['/%23/ticket/read%3Fticket%3D0001234567890', '/#/ticket/read?ticket=0001234567890'],
  ['/%23ticket/read', '/#/ticket/read'],
  ['//%23//login', '/#/login'],
  ['/login', '/#/login'],
  ['/login/', '/#/login/'],
  ['/index.html', '/'],
  ['/index.html?card', '/?card'],
  ['//evil.example/x', '/#/evil.example/x'],
  ['/%23/%0d%0aset-cookie:x', '/#/%0D%0Aset-cookie:x'],
  ['/%23/%zz', '/#/%25zz'],
])('%s leads to %s', (url, address) => {
  expect(screenAddress(url)).toBe(address)
})

it.each([
  ['GET', { 'sec-fetch-mode': 'navigate' }, true],
  ['GET', { accept: 'text/html,application/xhtml+xml' }, true],
  ['HEAD', { accept: 'text/html' }, true],
  ['POST', { accept: 'text/html' }, false],
  ['GET', { accept: '*/*' }, false],
  ['GET', {}, false],
])('%s with %j: a navigation is %s', (method, headers, is) => {
  expect(isNavigation({ method, headers })).toBe(is)
})
