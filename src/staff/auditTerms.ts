import { lookUp } from '#kit/text/lookUp.ts'
import { type AuditSubject, commonActions, type TrailTexts } from '#kit/auditTerms.ts'

/** Texts per kind of subject, collected in `app/server/modules.ts`. */
export type Trails = Readonly<Record<AuditSubject, TrailTexts>>

/** The Portuguese text of an action; its bare name if unknown. */
export function actionText(trail: TrailTexts, action: string): string {
  return lookUp(trail.actions, action) ?? lookUp(commonActions, action) ?? action
}

/** Actors without a name of their own. */
export const unnamedActors: Readonly<Record<string, string>> = {
  customer: 'Cliente',
  acquirer: 'Adquirente',
  webhook: 'Aviso da adquirente',
  'bank return': 'Volta do banco',
  janitor: 'Sistema',
  demo: 'Demonstração',
  setup: 'Instalação',
}

/** The Portuguese text of an actor, without staff names: 'Cliente', 'Equipamento 3'. */
export function actorText(actor: string): string {
  return (
    lookUp(unnamedActors, actor) ?? actor.replace(/^device /, 'Equipamento ').replace(/^staff /, 'Equipe ')
  )
}
