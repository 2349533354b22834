import { lookUp } from '#kit/text/lookUp.ts'
import { type AuditSubject, commonActions, type TrailTexts } from '#kit/auditTerms.ts'

declare module '#kit/auditTerms.ts' {
  interface AuditSubjects {
    export: typeof exportTrail
  }
}

/** What the audit trail says of lists that were taken away as files. */
export const exportTrail = {
  name: 'Exportação',
  actions: {
    exported: 'Lista exportada',
    export_cancelled: 'Exportação interrompida',
    export_failed: 'Exportação com falha',
  },
  fields: {
    format: { name: 'Formato', words: { csv: 'CSV', xlsx: 'Excel' } },
    filters: 'Filtros',
    rows: 'Linhas',
  },
} as const satisfies TrailTexts

/** The words for every kind of thing, collected from the nouns in `app/server/modules.ts`. */
export type Trails = Readonly<Record<AuditSubject, TrailTexts>>

/** What happened, for people; the bare name where no text is known, so that nothing is hidden. */
export function actionText(trail: TrailTexts, action: string): string {
  return lookUp(trail.actions, action) ?? lookUp(commonActions, action) ?? action
}

/** Those who act without a name of their own. */
export const unnamedActors: Readonly<Record<string, string>> = {
  customer: 'Cliente',
  acquirer: 'Adquirente',
  webhook: 'Aviso da adquirente',
  'bank return': 'Volta do banco',
  janitor: 'Sistema',
  demo: 'Demonstração',
  setup: 'Instalação',
}

/** Who did it, for people: 'Cliente', 'Equipamento 3'. Staff are named by whoever knows their names. */
export function actorText(actor: string): string {
  return (
    lookUp(unnamedActors, actor) ?? actor.replace(/^device /, 'Equipamento ').replace(/^staff /, 'Equipe ')
  )
}
