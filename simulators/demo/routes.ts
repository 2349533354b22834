import type { FastifyInstance } from 'fastify'
import type { Db } from '#db/schema.ts'
import { type Clock, isoIn } from '#kit/clock.ts'
import { listStoredMails } from '#kit/server/mail/mailer.ts'
import { mailsPage } from './mailsPage.ts'
import { readDemo } from './demoRecord.ts'
import { demoLots } from './seed.ts'
import { codeAt } from '#staff/server/totp.ts'

/** `/dev/demo`, `/dev/mail` and `/dev/totp` of docs/demo.md#2-pages, not in production. */
export function devRoutes(
  app: FastifyInstance,
  deps: { db: Db; clock: Clock; acquirerUrl: string; queryUrl: string; pixUrl: string | null },
): void {
  app.get('/dev/demo', async () => {
    const demo = await readDemo(deps.db)
    const { demoCards } = await import('../cielo/demoCards.ts')
    return {
      lots: demoLots.map(({ id, name, tariff }) => ({ id, name, tariff })),
      tickets: demo?.tickets ?? [],
      customer: demo?.customer ?? null,
      shop: demo?.shop ?? null,
      staff: demo?.staff ?? [],
      device_key: demo?.device_key ?? null,
      cards: demoCards.map(({ number, note }) => ({ number, note })),
      acquirer_url: deps.acquirerUrl,
      acquirer_query_url: deps.queryUrl,
      pix_url: deps.pixUrl,
      mail_url: '/dev/mail',
    }
  })
  app.get('/dev/totp', async (request, reply) => {
    const staff = (await readDemo(deps.db))?.staff ?? []
    const codes = staff.map(({ email, level, totp_secret: secret }) => ({
      email,
      level,
      code: secret === undefined ? '' : codeAt(secret, deps.clock.now()),
    }))
    if (request.headers.accept?.includes('application/json')) return codes
    reply.header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'")
    return reply.type('text/html; charset=utf-8').send(codesPage(codes))
  })
  app.get('/dev/mail', async (request, reply) => {
    const mails = (await listStoredMails(deps.db)).map((mail) => ({
      ...mail,
      at: isoIn('America/Sao_Paulo', mail.at),
    }))
    if (request.headers.accept?.includes('application/json')) return mails
    // Mails have inline styles, which the portal's policy forbids.
    reply.header(
      'content-security-policy',
      "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-src 'self'",
    )
    return reply.type('text/html; charset=utf-8').send(mailsPage(mails))
  })
}

type Shown = { email: string; level: number; code: string }

function codesPage(codes: readonly Shown[]): string {
  const rows = codes.map(
    ({ email, level, code }) => `<tr><td>${email}</td><td>${level}</td><td><code>${code}</code></td></tr>`,
  )
  return `<!doctype html><html lang="pt-BR"><head><meta charset="utf-8"><title>Códigos da demonstração</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta http-equiv="refresh" content="5">
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:36rem;margin:2rem auto;padding:0 1rem;color:#10182B;background:#F2F5FB}
td,th{padding:.5rem;text-align:left;border-bottom:1px solid #D5DCE9}code{font-size:1.25rem;letter-spacing:.1em}</style></head>
<body><main><h1>Códigos da demonstração</h1><p>Cada código vale por 30 segundos e só uma vez.</p>
<table><thead><tr><th>E-mail</th><th>Nível</th><th>Código</th></tr></thead><tbody>${rows.join('')}</tbody></table></main></body></html>`
}
