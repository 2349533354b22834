import { sql } from 'kysely'
import type { JobKind } from '../jobs/job.ts'
import { type RetentionTables, legalRetentionDays, deleteRowsBefore } from './retention.ts'

type Kind = Pick<JobKind<never>, 'name' | 'keptDays'>

export function kitTables(kinds: readonly Kind[]) {
  return {
    audit: {
      rows: [{ days: legalRetentionDays, what: 'every row', end: deleteRowsBefore('audit', 'at') }],
      why: 'who changed what, for as long as the money that it explains',
      texts: {
        actor: 'plain',
        subject: 'plain',
        subject_id: 'plain',
        action: 'plain',
        before: 'plain',
        after: 'plain',
      },
    },
    mail: {
      rows: [{ days: 30, what: 'every row', end: deleteRowsBefore('mail', 'at') }],
      why: 'the mail box of a portal without a mail server; empty in production',
      title: 'Caixa de e-mails de demonstração',
      texts: {
        unique_key: 'plain',
        recipient: { description: 'e-mail', exportKey: null, erasedWith: { days: 30 } },
        subject: 'plain',
        html: { description: 'mensagem', exportKey: null, erasedWith: { days: 30 } },
        text: { description: 'mensagem', exportKey: null, erasedWith: { days: 30 } },
      },
    },
    setting: { rows: 'stays', why: 'what staff decided', texts: { key: 'plain', value: 'plain' } },
    job: {
      rows: [
        ...kinds.map(doneJobsRule),
        { days: 180, what: 'dead', end: deleteRowsBefore('job', 'dead_at', sql`dead_at is not null`) },
      ],
      why: 'what was done is looked at for a month; a day where it names a person or carries a sealed token; a receipt’s goes once its mail was taken',
      title: 'Fila de envios',
      texts: {
        kind: 'plain',
        unique_key: 'plain',
        payload: {
          description: 'destinatário de avisos ainda não enviados ou enviados há pouco',
          exportKey: null,
          erasedWith: { days: 180 },
        },
        last_error: 'plain',
      },
    },
  } as const satisfies Partial<RetentionTables>
}

function doneJobsRule({ name, keptDays: days }: Kind) {
  const end = deleteRowsBefore('job', 'done_at', sql`kind = ${name} and done_at is not null`)
  return { days, what: `\`${name}\`, done`, end }
}
