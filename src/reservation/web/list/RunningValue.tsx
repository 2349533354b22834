import { useCallback, useEffect } from 'react'
import { call } from '#kit/web/call/call.ts'
import { useLoad } from '#kit/web/call/useLoad.ts'
import { getValue } from '../../contract.ts'
import css from '../Reservation.module.css'

const everyMs = 30_000

/** Polled while visible. */
export function RunningValue({ token }: { token: string }) {
  const { view, reload } = useLoad(
    useCallback(
      async (signal: AbortSignal) => (await call(getValue, { params: { token }, signal })).data,
      [token],
    ),
  )
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === 'visible' && reload(), everyMs)
    return () => clearInterval(timer)
  })
  if (view.state === 'failed') return <p className={css.note}>O valor não pôde ser calculado agora.</p>
  if (view.state === 'loading') {
    return (
      <p className={css.running}>
        <span className={css.note}>Calculando o valor...</span>
        <strong aria-hidden="true">R$</strong>
        <span className={css.note}>&nbsp;</span>
      </p>
    )
  }
  const { valueHuman, time, hold, due } = view.value
  return (
    <p className={css.running}>
      <span className={css.note}>{`Valor até agora${time === '' ? '' : `, ${time}`}`}</span>
      <strong translate="no">{`R$ ${valueHuman}`}</strong>
      <span className={css.note}>
        {due.value > 0
          ? `R$ ${due.valueHuman} além da pré-autorização`
          : `dentro dos R$ ${hold.valueHuman} pré-autorizados`}
      </span>
    </p>
  )
}
