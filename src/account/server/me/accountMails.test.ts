import { expect, it } from 'vitest'
import { must } from '#test/support/flow.ts'
import { customer, mailedToken, randomPerson } from '#test/support/people.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'

const portal = portalOfFile()

async function lettersTo(email: string): Promise<string> {
  await portal.runJobs()
  const rows = await portal.db.selectFrom('mail').selectAll().where('recipient', '=', email).execute()
  return JSON.stringify(rows)
}

it('mails of an account name it only once a mailed link proved its e-mail (docs/spec.md#r30)', async () => {
  const name = 'Ganhe premio em exemplo'
  const { client, person } = await customer(portal, { ...randomPerson(), name })
  const change = (email: string) => client.change('PUT', `/api/me/gl_user/${person.id}`, { ...person, email })
  const next = randomPerson().email
  must(await change(next))
  const first = await lettersTo(person.email)
  expect(first).toContain('O e-mail da sua conta foi alterado')
  expect(first).not.toContain(name)
  must(await client.post('/api/access/recover_email', { email: next }))
  const token = await mailedToken(portal, next)
  expect(await lettersTo(next)).not.toContain(name)
  must(await client.post('/api/access/recover_token', { token, password: person.password }))
  expect(await lettersTo(next)).toContain(name)
})
