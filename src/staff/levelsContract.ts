import * as z from 'zod/mini'
import { data, endpoint } from '#kit/endpoint.ts'

/** docs/back-office.md#who-may-do-what */
export const readLevels = endpoint('GET', '/api/staff/levels', 'supervisor', {
  levelText: ['Pessoas', 'Ver o que cada nível pode'],
  summary: 'What each level may do, from the access of the calls.',
  reply: data(
    z.array(z.object({ area: z.string(), action: z.string(), level: z.number(), all_lots: z.boolean() })),
  ),
})

/** In the order of the screen. */
export const levelAreas: readonly string[] = [
  'Painel',
  'Fechamentos',
  'Contestações, reclamações e avisos',
  'Tickets',
  'Caixa',
  'Convênios',
  'Transações e análise',
  'Reservas',
  'Estacionamentos e tarifas',
  'Conciliação',
  'Equipamentos',
  'Pessoas',
  'Configurações',
  'Auditoria',
  'Arquivos',
]
