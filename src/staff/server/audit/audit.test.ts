import { beforeAll, describe, expect, it } from 'vitest'
import { at, type PortalClient, textAt } from '#test/support/client.ts'
import { must } from '#test/support/flow.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'
import { staffMember } from '#test/support/staff.ts'

const portal = portalOfFile()
let manager: PortalClient
beforeAll(async () => {
  manager = await staffMember(portal, 2)
})

const base = '/api/staff/audit'
const rows = async (query: string) => {
  const data = at(must(await manager.get(`${base}?${query}`)).body, 'data')
  return Array.isArray(data) ? data : []
}

describe('the audit trail', () => {
  it('shows actor, action and values before and after in words', async () => {
    const lot = at(must(await manager.get('/api/staff/lots/3/edit')).body, 'data')
    must(
      await manager.change('PUT', '/api/staff/lots/3', {
        ...Object(lot),
        name: 'Aeroporto T1',
        total_normal: 850,
      }),
    )
    const [row] = await rows('subject=lot')
    expect(row).toMatchObject({
      who: 'Bruno Teles',
      subject: 'lot',
      about: 'Aeroporto T1',
      ref: '3',
      action: 'Alteração',
      changes: [
        { field: 'Nome', before: 'Aeroporto', after: 'Aeroporto T1' },
        { field: 'Vagas comuns', before: '900', after: '850' },
      ],
    })
    expect(textAt(row, 'at')).toBe('2026-03-10T12:00:00-03:00')
  })

  it.each(['payment', 'reservation', 'statement', 'dispute', 'contest', 'closing', 'ticket'] as const)(
    'a %s that is gone has no name',
    async (subject) => {
      const { trailNames } = portal.deps.staff
      expect(await trailNames.subjects[subject]?.(portal.db, ['999999'])).toEqual(new Map())
    },
  )

  it('filters by actor, kind, subject and day, and links to the subject', async () => {
    const code = await portal.openTicket(130)
    const supervisor = await staffMember(portal, 10)
    must(await supervisor.post(`/api/staff/tickets/${code}/waive`, { reason: 'Cancela com defeito' }))
    const [waiver] = await rows('subject=ticket')
    expect(waiver).toMatchObject({ who: 'Sônia Leal', about: code, ref: code, action: 'Isenção concedida' })
    expect(at(waiver, 'changes')).toContainEqual({
      field: 'Motivo',
      before: null,
      after: 'Cancela com defeito',
    })
    const actor = textAt(waiver, 'actor')
    const id = textAt(waiver, 'subject_id')
    const ofActor = await rows(`actor=${encodeURIComponent(actor)}&from=2026-03-10&until=2026-03-10`)
    expect(ofActor.map((row) => at(row, 'action'))).toEqual(['Isenção concedida', 'Entrou na conta'])
    expect(await rows(`subject=ticket&subject_id=${id}`)).toHaveLength(1)
    expect(await rows('from=2026-03-11')).toEqual([])
    expect(await rows('until=2026-03-09')).toEqual([])
    for (const wrong of ['from=ontem', 'actor=a%00', 'subject=%00', 'subject=constructor', 'subject_id=%00'])
      expect((await manager.get(`${base}?${wrong}`)).status).toBe(422)
  })

  it.each(['constructor', '__proto__', 'toString'])(
    'shows a reason that contains %s unchanged',
    async (reason) => {
      const code = await portal.openTicket(130)
      const supervisor = await staffMember(portal, 10)
      must(await supervisor.post(`/api/staff/tickets/${code}/waive`, { reason }))
      const [waiver] = await rows('subject=ticket')
      expect(at(waiver, 'changes')).toContainEqual({ field: 'Motivo', before: null, after: reason })
    },
  )

  it('offers people, machines and the system as filters', async () => {
    const known = at(must(await manager.get(`${base}/actors`)).body, 'data')
    expect(known).toContainEqual({ id: 'customer', text: 'Cliente' })
    expect(known).toContainEqual({ id: 'device 1', text: 'Cancela de demonstração' })
    expect(known).toContainEqual({ id: expect.stringMatching(/^staff \d+$/), text: 'Alice Prado' })
  })
})
