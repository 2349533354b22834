import * as z from 'zod/mini'
import { data, endpoint } from '#kit/endpoint.ts'

/** docs/back-office.md#who-may-do-what */
export const readLevels = endpoint('GET', '/api/staff/levels', 'supervisor', {
  summary: 'What each level may do, from the access of the calls.',
  reply: data(
    z.array(z.object({ area: z.string(), action: z.string(), level: z.number(), all_lots: z.boolean() })),
  ),
})

/** In the order of the screen. A call about the caller has no text. */
export const levelTexts: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Painel: {
    'GET /api/staff/dashboard': 'Ver somas e gráficos',
    'GET /api/staff/today': 'Ver o dia de hoje',
    'GET /api/staff/occupancy': 'Ver a ocupação',
  },
  Fechamentos: {
    'GET /api/staff/closings': 'Ver a lista',
    'GET /api/staff/closings/:id/edit': 'Abrir um fechamento',
    'GET /api/staff/closings/preview': 'Ver a parcial do dia',
    'GET /api/staff/closings/period': 'Ver somas por mês e ano',
    'POST /api/staff/closings/:id/mail': 'Enviar de novo por e-mail',
    'POST /api/staff/closings/adjustments': 'Corrigir um dia fechado',
  },
  'Contestações e avisos': {
    'GET /api/staff/disputes': 'Ver contestações',
    'GET /api/staff/disputes/:id/edit': 'Abrir uma contestação',
    'POST /api/staff/disputes/:id/state': 'Dizer o que foi feito dela',
    'GET /api/staff/contests': 'Ver reclamações de clientes',
    'GET /api/staff/contests/:id/edit': 'Abrir uma reclamação',
    'POST /api/staff/contests/:id/answer': 'Responder a uma reclamação',
    'GET /api/staff/alerts': 'Ver avisos',
    'POST /api/staff/alerts/:id/seen': 'Esconder um aviso',
    'GET /api/staff/alert_settings': 'Ver quando há avisos',
    'PUT /api/staff/alert_settings': 'Mudar quando há avisos',
  },
  Tickets: {
    'GET /api/staff/tickets': 'Procurar',
    'GET /api/staff/tickets/:id/edit': 'Abrir um ticket',
    'POST /api/staff/tickets/:id/waive': 'Isentar',
    'POST /api/staff/tickets/:id/exit': 'Liberar a saída',
    'POST /api/staff/tickets/:id/replace': 'Trocar um ticket perdido',
  },
  'Transações e análise': {
    'GET /api/staff/transactions': 'Procurar',
    'GET /api/staff/transactions/:id/edit': 'Abrir um pagamento',
    'POST /api/staff/transactions/:id/receipt': 'Enviar o recibo de novo',
    'POST /api/staff/transactions/:id/refund': 'Devolver',
    'POST /api/staff/transactions/:id/decide': 'Decidir um pagamento sem resposta',
    'POST /api/staff/transactions/:id/attempts/:n': 'Decidir uma tentativa',
    'POST /api/staff/transactions/:id/cases/:kind/close': 'Encerrar um caso',
  },
  Reservas: {
    'GET /api/staff/reservations': 'Procurar',
    'GET /api/staff/reservations/:id/edit': 'Abrir uma reserva',
    'POST /api/staff/reservations/:id/enter': 'Registrar a entrada',
    'POST /api/staff/reservations/:id/cancel': 'Cancelar',
  },
  'Estacionamentos e tarifas': {
    'GET /api/staff/lots': 'Ver a lista',
    'GET /api/staff/lots/:id/edit': 'Abrir um estacionamento',
    'PUT /api/staff/lots/:id': 'Alterar um estacionamento',
    'POST /api/staff/lots': 'Cadastrar um estacionamento',
    'GET /api/staff/lots/:id/tariffs': 'Ver as versões da tarifa',
    'GET /api/staff/lots/:id/tariffs/:version/edit': 'Abrir uma tarifa',
    'POST /api/staff/lots/:id/tariffs': 'Alterar a tarifa',
  },
  Conciliação: {
    'GET /api/staff/statements': 'Ver os extratos',
    'GET /api/staff/statements/:id/edit': 'Abrir um extrato',
    'GET /api/staff/statements/:id/lines': 'Comparar linha a linha',
    'POST /api/staff/statements': 'Enviar um extrato',
    'DELETE /api/staff/statements/:id': 'Remover um extrato',
  },
  Equipamentos: {
    'GET /api/staff/devices': 'Ver a lista',
    'GET /api/staff/devices/:id/edit': 'Abrir um equipamento',
    'POST /api/staff/devices': 'Cadastrar',
    'PUT /api/staff/devices/:id': 'Alterar',
    'POST /api/staff/devices/:id/key': 'Trocar a chave',
    'DELETE /api/staff/devices/:id': 'Revogar a chave',
  },
  Pessoas: {
    'GET /api/staff/users': 'Procurar',
    'GET /api/staff/users/:id/edit': 'Abrir uma pessoa',
    'POST /api/staff/users': 'Convidar alguém da equipe',
    'PUT /api/staff/users/:id': 'Alterar nível e estacionamentos',
    'POST /api/staff/users/:id/invite': 'Enviar o convite de novo',
    'POST /api/staff/users/:id/reset_second_factor': 'Remover o autenticador',
    'POST /api/staff/users/:id/end_logins': 'Encerrar os acessos',
    'GET /api/staff/levels': 'Ver o que cada nível pode',
  },
  Configurações: {
    'GET /api/staff/settings/edit': 'Ver',
    'PUT /api/staff/settings': 'Alterar',
    'POST /api/staff/settings/logo': 'Trocar o logotipo',
    'DELETE /api/staff/settings/logo': 'Remover o logotipo',
  },
  Auditoria: {
    'GET /api/staff/audit': 'Consultar',
    'GET /api/staff/audit/actors': 'Filtrar por pessoa',
  },
  Arquivos: { 'GET /api/staff/exports/:list.:format': 'Exportar as listas que vê' },
}
