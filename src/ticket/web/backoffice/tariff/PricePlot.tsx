import { useId, useState } from 'react'
import { durationText } from '#kit/clock.ts'
import { humanMoney, reaisText } from '#kit/money.ts'
import { amountAtMinute, type PriceStep } from '../../../quote/priceCurve.ts'
import css from './Tariff.module.css'

type Curve = readonly PriceStep[]
type Props = { curve: Curve; old: { curve: Curve; name: string } | null; minutes: number }

export function PricePlot({ curve, old, minutes }: Props) {
  const [chosenMinute, setChosenMinute] = useState(120)
  const stay = Math.min(chosenMinute, minutes)
  const most = Math.max(amountAtMinute(curve, minutes), old ? amountAtMinute(old.curve, minutes) : 0, 1)
  const top = roundUpToTick(most)
  return (
    <figure className={css.plot}>
      <div className={css.scale} aria-hidden="true">
        <span>{`R$ ${humanMoney(top)}`}</span>
        <span>{`R$ ${humanMoney(Math.round(top / 2))}`}</span>
        <span>0</span>
      </div>
      <PlotCanvas {...{ curve, old, minutes, top, stay }} />
      <div className={css.hours} aria-hidden="true">
        <span>0h</span>
        <span>{`${minutes / 120}h`}</span>
        <span>{`${minutes / 60}h`}</span>
      </div>
      {old && (
        <p className={css.legend}>
          <span>Esta versão</span>
          <span className={css.oldKey}>{old.name}</span>
        </p>
      )}
      <StaySlider {...{ curve, old, minutes, stay }} onChange={setChosenMinute} />
    </figure>
  )
}

const width = 1000
const height = 300

function PlotCanvas({ curve, old, minutes, top, stay }: Props & { top: number; stay: number }) {
  const line = stepPath(curve, minutes, top)
  return (
    <div className={css.canvas} aria-hidden="true">
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none">
        <path className={css.grid} d={`M0 0H${width}M0 ${height / 2}H${width}`} />
        <path className={css.area} d={`${line}V${height}H0Z`} />
        {old && <path className={css.old} d={stepPath(old.curve, minutes, top)} />}
        <path className={css.line} d={line} />
      </svg>
      <i
        className={css.mark}
        style={{
          left: `${(stay / minutes) * 100}%`,
          bottom: `${(amountAtMinute(curve, stay) / top) * 100}%`,
        }}
      />
    </div>
  )
}

function StaySlider({
  curve,
  old,
  minutes,
  stay,
  onChange,
}: Props & { stay: number; onChange: (minute: number) => void }) {
  const slider = useId()
  const text = priceText(amountAtMinute(curve, stay))
  return (
    <>
      <label className={css.stay} htmlFor={slider}>
        Permanência
        <span>
          <span>{`${durationText(stay)}:`}</span> <strong>{text}</strong>
          {old && <small>{` (em vigor: ${priceText(amountAtMinute(old.curve, stay))})`}</small>}
        </span>
      </label>
      <input
        id={slider}
        type="range"
        min={0}
        max={minutes}
        step={5}
        value={stay}
        aria-valuetext={`${durationText(stay)}: ${text}`}
        onChange={(event) => onChange(Number(event.target.value))}
      />
    </>
  )
}

export function priceText(cents: number): string {
  return cents === 0 ? 'livre' : reaisText(cents)
}

function stepPath(curve: Curve, minutes: number, top: number): string {
  const x = (minute: number) => (minute / minutes) * width
  const y = (cents: number) => height - (cents / top) * height
  const steps = curve.map(({ minute, amountCents }, i) =>
    i === 0 ? `M0 ${y(amountCents)}` : `H${x(minute)}V${y(amountCents)}`,
  )
  return `${steps.join('')}H${width}`
}

function roundUpToTick(cents: number): number {
  const power = 10 ** Math.floor(Math.log10(cents))
  return [1, 2, 5, 10].map((n) => n * power).find((n) => n >= cents) ?? cents
}
