import type { FastifyInstance, FastifyReply } from 'fastify'
import * as z from 'zod/mini'
import { notify, type Scene } from './answer.ts'
import { bankPage, returnPage } from './bankPage.ts'
import type { Sale } from './book.ts'
import { decide } from './decide.ts'
import { authorise } from './sell.ts'

const choiceSchema = z.object({ choice: z.enum(['authenticated', 'refused', 'abandoned']) })

/** The cardholder's bank: a page with a choice, which then sends the browser back (acquirer.md 1.10a). */
export function bankRoutes(app: FastifyInstance, scene: Scene): void {
  app.get<{ Params: { id: string } }>('/CardAuthenticator/Index/:id', async (request, reply) => {
    const sale = scene.book.get(request.params.id)
    if (!sale?.return_url) return reply.status(404).send()
    return html(reply, sale.status === 0 ? bankPage(sale) : returnPage(sale))
  })
  app.post<{ Params: { id: string } }>('/CardAuthenticator/Index/:id', async (request, reply) => {
    const sale = scene.book.get(request.params.id)
    const parsed = choiceSchema.safeParse(request.body)
    if (!sale?.return_url) return reply.status(404).send()
    if (!parsed.success) return reply.status(400).send()
    const after = sale.status === 0 ? applied(scene, sale, parsed.data.choice) : sale
    if (after !== sale) void notify(scene, after)
    return html(reply, returnPage(sale))
  })
}

function applied(scene: Scene, sale: Sale, choice: z.output<typeof choiceSchema>['choice']): Sale {
  if (choice === 'abandoned') return sale
  if (choice === 'refused') return scene.book.put({ ...sale, status: 3, return_code: 'AI' })
  return scene.book.put(authorise(sale, decide(sale.deciding_digit), true))
}

function html(reply: FastifyReply, page: string): FastifyReply {
  return reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(page)
}
