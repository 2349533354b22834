import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { textAt } from '#test/support/client.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'

const portal = portalOfFile()

it('an unexpected error shows the number of its log line and no details', async () => {
  const code = await portal.openTicket(130)
  await sql`alter table paid_segment rename to paid_segment_gone`.execute(portal.db)
  const reply = await portal.client().post('/api/tk_ticket/read', { code })
  await sql`alter table paid_segment_gone rename to paid_segment`.execute(portal.db)
  const request_id = textAt(reply.body, 'request_id')
  expect(reply).toMatchObject({ status: 500 })
  expect(reply.body).toEqual({
    message: 'Erro na página, tente recarregar seu navegador.',
    code: 'internal',
    status: 500,
    request_id,
  })
  const lines = portal.logs.filter((line) => line.includes(request_id) && line.includes('internal error'))
  expect(lines).toEqual([expect.stringContaining('paid_segment')])
})
