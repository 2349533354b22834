import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { pushHosts } from '../../subscription.ts'
import { pushAddress } from './pushAddress.ts'

it.each([
  'https://fcm.googleapis.com/fcm/send/a:b',
  'https://FCM.googleapis.com:443/wp/x',
  'https://updates.push.services.mozilla.com/wpush/v2/gAAA',
  'https://web.push.apple.com/QGu',
  'https://api.eu.push.apple.com/QGu',
  'https://db5p.notify.windows.com/w/?token=x',
])('%s is called', (endpoint) => {
  expect(pushAddress(endpoint, pushHosts)?.protocol).toBe('https:')
})

it.each([
  'http://fcm.googleapis.com/fcm/send/x',
  'https://fcm.googleapis.com:8443/x',
  'https://fcm.googleapis.com./x',
  'https://user@fcm.googleapis.com/x',
  'https://:secret@fcm.googleapis.com/x',
  'https://fcm.googleapis.com@evil.example/x',
  'https://evil.example/fcm.googleapis.com',
  'https://fcm.googleapis.com.evil.example/x',
  'https://a.fcm.googleapis.com/x',
  'https://push.apple.com/x',
  'https://.push.apple.com/x',
  'https://evilpush.apple.com/x',
  'https://web.push.apple.com:444/x',
  'https://127.0.0.1/x',
  'https://[::1]/x',
  'file:///etc/passwd',
  'ws://fcm.googleapis.com/x',
  'fcm.googleapis.com/x',
  '',
])('%s is not called', (endpoint) => {
  expect(pushAddress(endpoint, pushHosts)).toBeNull()
})

it('of any address: only https, without a port or a user, to a host of the list', () => {
  const part = fc.oneof(
    fc.constantFrom('', '@', ':', '.', '/', '#', '\\', '%2e', ...pushHosts, 'a', '443'),
    fc.string(),
  )
  fc.assert(
    fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
      const url = pushAddress(`https://${parts.join('')}`, pushHosts)
      if (url === null) return
      expect([url.protocol, url.port, url.username, url.password]).toEqual(['https:', '', '', ''])
      expect(url.hostname).toMatch(
        /^(fcm\.googleapis\.com|updates\.push\.services\.mozilla\.com|.+\.push\.apple\.com|.+\.notify\.windows\.com)$/,
      )
    }),
  )
})
