import type { FastifyReply } from 'fastify'

/** src/acquirer/server/pix/README.md#errors */
const problems = {
  RequisicaoInvalida: [400, 'Requisição inválida.'],
  CobOperacaoInvalida: [400, 'Cobrança inválida.'],
  PixDevolucaoInvalida: [400, 'Devolução inválida.'],
  WebhookOperacaoInvalida: [400, 'Webhook inválido.'],
  AcessoNegado: [403, 'Acesso negado.'],
  NaoEncontrado: [404, 'Entidade não encontrada.'],
  CobNaoEncontrado: [404, 'Cobrança não encontrada.'],
  PixNaoEncontrado: [404, 'Pix não encontrado.'],
  PixDevolucaoNaoEncontrada: [404, 'Devolução não encontrada.'],
  WebhookNaoEncontrado: [404, 'Webhook não encontrado.'],
  ErroInternoDoServidor: [500, 'Erro inesperado.'],
} as const satisfies Readonly<Record<string, readonly [status: number, title: string]>>
type ProblemName = keyof typeof problems

export type Answer = { readonly status: number; readonly body: object }

/** An RFC 7807 error. */
export function problem(name: ProblemName, detail: string): Answer {
  const [status, title] = problems[name]
  return { status, body: { type: `https://pix.bcb.gov.br/api/v2/error/${name}`, title, status, detail } }
}

function isProblem({ status }: Answer): boolean {
  return status >= 400
}

/** Errors as application/problem+json. */
export function send(reply: FastifyReply, answer: Answer): FastifyReply {
  const type = isProblem(answer)
    ? 'application/problem+json; charset=utf-8'
    : 'application/json; charset=utf-8'
  return reply
    .code(answer.status)
    .header('cache-control', 'no-store')
    .type(type)
    .send(JSON.stringify(answer.body))
}
