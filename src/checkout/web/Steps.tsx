import css from './Steps.module.css'

const steps = {
  ticketCode: 'ticket',
  accountData: 'seus dados',
  personAddress: 'endereço',
  payment: 'pagamento',
  done: 'concluído',
} as const

type Step = keyof typeof steps

/** 'Passo 2 de 5: seus dados', in words and as five marks. */
export function Steps({ at: step }: { at: Step }) {
  const names = Object.keys(steps)
  const at = names.indexOf(step)
  return (
    <div className={css.steps}>
      <div className={css.marks} aria-hidden="true">
        {names.map((name, i) => (
          <i key={name} className={i < at ? css.past : i === at ? css.now : css.ahead} />
        ))}
      </div>
      <p>
        Passo {at + 1} de {names.length}: {steps[step]}
      </p>
    </div>
  )
}
