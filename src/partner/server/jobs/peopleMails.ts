import * as z from 'zod/mini'
import { findUser } from '#account/server/store.ts'
import type { Db } from '#db/schema.ts'
import { job } from '#kit/server/jobs/job.ts'
import { enqueue } from '#kit/server/jobs/enqueue.ts'
import { hashToken, randomToken } from '#kit/server/secrets.ts'
import { accessMail, invitationMail } from '../../mails.ts'
import type { PartnerDeps } from '../deps.ts'
import { findInvitation, saveInvitationToken } from '../people.ts'
import { partnerNames } from '../store.ts'

const accessPayload = z.object({ partnerId: z.number(), userId: z.number(), key: z.string() })

/** Tells a person that their account validates tickets for a shop. */
export const partnerAccessJob = job({
  name: 'partner_access',
  lane: 'mail',
  keptDays: 30,
  payload: accessPayload,
  run: async (deps: PartnerDeps, { partnerId, userId, key }) => {
    const user = await findUser(deps.db, userId)
    const shop = (await partnerNames(deps.db, [partnerId])).get(partnerId)
    if (!user || shop === undefined) return
    const { name: operator } = await deps.operator()
    const url = `${deps.publicUrl}/#/convenio`
    await deps.mailer.send(key, { to: user.email, ...accessMail({ operator, shop, url }) })
  },
})

type Access = { readonly partnerId: number; readonly userId: number }

export async function enqueueAccess(db: Db, access: Access, now: Date): Promise<void> {
  const key = `partner-access-${randomToken()}`
  await enqueue(db, partnerAccessJob, { ...access, key }, { key, now })
}

/** Makes the link's token, of which only the hash is stored, so a retry makes another. */
export const partnerInvitationJob = job({
  name: 'partner_invitation',
  lane: 'mail',
  keptDays: 30,
  payload: z.object({ invitationId: z.number(), key: z.string() }),
  run: async (deps: PartnerDeps, { invitationId, key }) => {
    const invited = await findInvitation(deps.db, invitationId)
    if (!invited) return
    const token = `${randomToken()}${randomToken()}`
    await saveInvitationToken(deps.db, invitationId, hashToken(token))
    const { name: operator } = await deps.operator()
    const url = `${deps.publicUrl}/#/convenio?convite=${token}`
    const mail = invitationMail({ operator, shop: invited.partner, url })
    await deps.mailer.send(key, { to: invited.email, ...mail })
  },
})

export async function enqueueInvitation(db: Db, invitationId: number, now: Date): Promise<void> {
  const key = `partner-invitation-${randomToken()}`
  await enqueue(db, partnerInvitationJob, { invitationId, key }, { key, now })
}
