import * as z from 'zod/mini'
import { data, endpoint } from '#kit/endpoint.ts'
import { text } from '#kit/fields.ts'
import { params } from '#payment/contract.ts'
import { deviceKey, deviceSecret } from './subscription.ts'

export const readPushKey = endpoint('GET', '/api/push/key', 'anyone', {
  summary: 'The public key (VAPID) by which a browser subscribes to reminders; 404 where they are off.',
  reply: data(z.object({ key: z.string() })),
  errors: { not_found: 404 },
})

const address = text().check(z.maxLength(2048))

/** As `PushSubscription.toJSON()` has them. */
export const keepReminder = endpoint('POST', '/api/pm_transaction/:token/remind', 'bearer', {
  summary: 'Reminds a browser 5 minutes before the exit deadline, or an hour before the latest arrival.',
  params,
  body: z.object({ endpoint: address, keys: z.object({ p256dh: deviceKey, auth: deviceSecret }) }),
  reply: data(z.object({ at: z.string(), until: z.string() })),
  errors: { nothing_to_remind: 409 },
})

export const forgetReminder = endpoint('DELETE', '/api/pm_transaction/:token/remind', 'bearer', {
  summary: 'Forgets the browser of this endpoint, or all browsers of the payment.',
  params,
  body: z.object({ endpoint: z.optional(address) }),
  reply: data(z.object({ deleted: z.boolean() })),
})

export const openReminded = endpoint('GET', '/payment/reminded/:protocol', 'anyone', {
  summary: 'Leads a click on a reminder to the payment, where this browser’s session made it.',
  params: z.object({ protocol: text() }),
  status: 303,
  reply: z.unknown(),
})
