import { expect, it } from 'vitest'
import { exported } from '#test/support/reporting/exported.ts'
import { reserved } from '#test/support/garage/reserve.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'
import { staffMember } from '#test/support/staff.ts'

const portal = portalOfFile()

it('every column of a reservation, and its list’s filters', async () => {
  const supervisor = await staffMember(portal, 10)
  const { plate, code } = await reserved(portal, 1)
  expect(await exported(supervisor, 'reservations', '')).toEqual([
    {
      Ticket: `${code.slice(0, 4)} ${code.slice(4, 8)} ${code.slice(8)}`,
      Estacionamento: 'Garagem Centro',
      Placa: plate,
      Situação: 'Garantida',
      'Pré-autorizado': '50,00',
      Capturado: '',
      Criada: '10/03/2026 12:00:00',
      'Chegada até': '11/03/2026 00:00:00',
      Entrada: '',
      Saída: '',
    },
  ])
  expect(await exported(supervisor, 'reservations', 'state=entered')).toEqual([])
  expect(await exported(supervisor, 'reservations', `q=${plate}&lot_id=1`)).toHaveLength(1)
})
