import { lookUp } from '#kit/text/lookUp.ts'
import { type AuditSubject, commonActions, type AuditTexts } from '#kit/auditTerms.ts'

declare module '#kit/auditTerms.ts' {
  interface AuditSubjects {
    export: typeof exportTrail
  }
}

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
} as const satisfies AuditTexts

export type Trails = Readonly<Record<AuditSubject, AuditTexts>>

/** An unknown action is its own text. */
export function actionText(trail: AuditTexts, action: string): string {
  return lookUp(trail.actions, action) ?? lookUp(commonActions, action) ?? action
}

export const unnamedActors: Readonly<Record<string, string>> = {
  customer: 'Cliente',
  acquirer: 'Adquirente',
  webhook: 'Aviso da adquirente',
  'bank return': 'Volta do banco',
  janitor: 'Sistema',
  rule: 'Regra do portal',
  demo: 'Demonstração',
  setup: 'Instalação',
}

/** 'Cliente', 'Equipamento 3', 'Equipe 7', 'Loja 9' (by the person's account). */
export function actorText(actor: string): string {
  return (
    lookUp(unnamedActors, actor) ??
    actor
      .replace(/^device /, 'Equipamento ')
      .replace(/^staff /, 'Equipe ')
      .replace(/^shop /, 'Loja ')
  )
}
