import * as z from 'zod/mini'

const asked = z.object({
  inicio: z.iso.datetime({ offset: true }),
  fim: z.iso.datetime({ offset: true }),
  txid: z.optional(z.string()),
  'paginacao.paginaAtual': z.optional(z.coerce.number().check(z.int(), z.minimum(0))),
  'paginacao.itensPorPagina': z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1000))),
})

type Period = {
  readonly inicio: string
  readonly fim: string
  readonly txid: string | undefined
  readonly page: number
  readonly size: number
  holds(at: string): boolean
}

/** Null without a period. */
export function period(query: unknown): Period | null {
  const read = asked.safeParse(query)
  if (!read.success) return null
  const { inicio, fim, txid } = read.data
  const [from, to] = [Date.parse(inicio), Date.parse(fim)]
  return {
    inicio,
    fim,
    txid,
    page: read.data['paginacao.paginaAtual'] ?? 0,
    size: read.data['paginacao.itensPorPagina'] ?? 100,
    holds: (at) => from <= Date.parse(at) && Date.parse(at) <= to,
  }
}

export function page<Item>({ inicio, fim, page, size }: Period, all: readonly Item[]) {
  const paginacao = {
    paginaAtual: page,
    itensPorPagina: size,
    quantidadeDePaginas: Math.ceil(all.length / size),
    quantidadeTotalDeItens: all.length,
  }
  return { parametros: { inicio, fim, paginacao }, items: all.slice(page * size, (page + 1) * size) }
}
