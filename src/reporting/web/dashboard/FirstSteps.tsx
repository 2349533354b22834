import { RouteLink } from '#kit/web/route/RouteLink.tsx'
import { Situation } from '#kit/web/notice/Situation.tsx'
import type { firstSteps } from '../../dashboard.ts'

type Step = (typeof firstSteps)[number]

const rows = {
  identity: { text: 'Nome, CNPJ e contato do estacionamento', to: 'staff.settings' },
  lot: { text: 'Um estacionamento com as suas vagas', to: 'staff.lots' },
  tariff: { text: 'A tarifa do estacionamento', to: 'staff.lots' },
  device: { text: 'Um equipamento com a sua chave', to: 'staff.devices' },
} as const satisfies Readonly<Record<Step, { text: string; to: string }>>

/** Nothing once all is done (docs/spec.md#r36). */
export function FirstSteps({ steps }: { steps: readonly { step: Step; done: boolean }[] }) {
  if (steps.every(({ done }) => done)) return null
  const unnamed = steps.some(({ step, done }) => step === 'identity' && !done)
  return (
    <Situation tone="warn" title="Primeiros passos">
      {unnamed && <p>Até o nome, o CNPJ e o contato serem salvos, ninguém paga nem reserva por aqui.</p>}
      <ol>
        {steps.map(({ step, done }) => (
          <li key={step}>
            {done ? `Feito: ${rows[step].text}` : <RouteLink to={rows[step].to}>{rows[step].text}</RouteLink>}
          </li>
        ))}
      </ol>
    </Situation>
  )
}
