import { describe, expect, it } from 'vitest'
import { plainOrigin } from './webAddress.ts'

describe('an address for the security policy', () => {
  it.each([
    ['https://dados.exemplo.com.br/a.js', 'https://dados.exemplo.com.br'],
    ['https://a.example:8443/x?y', 'https://a.example:8443'],
    ['https://A.Example/', 'https://a.example'],
    ['https://café.example/a.js', null],
    ['http://a.example/a.js', null],
    ['https://localhost/a.js', null],
    ['https://x.com:99999/a.js', null],
    ['https://[x.y/a', null],
    ['https://a.b%/x', null],
    ['https://a.b;sandbox/x.js', null],
    ['https://*.x.com/a.js', null],
    ['javascript:alert(1)', null],
    ['', null],
  ])('%s -> %s', (text, origin) => expect(plainOrigin(text)).toBe(origin))
})
