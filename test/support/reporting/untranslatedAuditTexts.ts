import { trails } from '#app/server/modules.ts'
import type { Db } from '#db/schema.ts'
import { lookUp } from '#kit/text/lookUp.ts'
import { describeChanges } from '#staff/auditChanges.ts'
import { actionText, actorText } from '#staff/auditTerms.ts'

/** Texts that people and machines typed: shown unchanged. */
const typed = ['Motivo', 'Nome', 'Meio', 'Cancela', 'Código da recusa', 'Onde ficam as vagas reservadas']
/** A field with an internal name, `lot_ids` or `cap.value_cents`. */
const rawField = /^[a-z][a-zA-Z]*([_.][a-z]+)*$/
/** Two words of the wire, an instant of the wire, or the name of a stored file. */
const raw = /^[a-z]+(_[a-z]+)+$|\d{4}-\d{2}-\d{2}T|^[0-9a-f]{8,}\./
/** An operator's setting may be any text; elsewhere a single lower-case word is of the wire. */
const isRaw = (subject: string, value: string) =>
  raw.test(value) || (subject !== 'setting' && /^[a-z]+$/.test(value))

/** Audit entries of this database that would show internal names: `payment created: state = captured`. */
export async function untranslatedAuditTexts(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('audit')
    .select(['subject', 'actor', 'action', 'before', 'after'])
    .execute()
  const found = rows.flatMap(({ subject, actor, action, ...values }) => {
    const trail = lookUp(trails, subject)
    if (!trail) return [`${subject}: no audit terms for this subject`]
    const at = `${subject} ${action}`
    const changes = describeChanges(trail, values, 'America/Sao_Paulo').flatMap(({ field, before, after }) =>
      rawField.test(field)
        ? [`${at}: ${field}`]
        : [before, after]
            .filter((value) => value !== null && isRaw(subject, value) && !typed.includes(field))
            .map((value) => `${at}: ${field} = ${value}`),
    )
    return [
      ...(actionText(trail, action) === action ? [at] : []),
      ...(/^[a-z]/.test(actorText(actor)) ? [`${at}, by ${actor}`] : []),
      ...changes,
    ]
  })
  return [...new Set(found)]
}
