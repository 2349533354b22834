import { brandName } from '#acquirer/brandName.ts'
import { Icon } from '#kit/web/Icon.tsx'
import type { WireSavedCard } from '../contract.ts'
import css from './Card.module.css'

type Props = {
  card: WireSavedCard
  /** Makes the card a button: paying with it. */
  onChoose?: () => void
  onRemove: () => void
}

/** A saved card in a list: brand, final digits, and the bin. */
export function SavedCard({ card, onChoose, onRemove }: Props) {
  const name = `${brandName(card.brand)} final ${card.card_last_digits}`
  return (
    <li className={css.card}>
      {onChoose ? (
        <button type="button" className={css.choose} onClick={onChoose}>
          <CardFace card={card} />
          <Icon name="next" size={20} />
        </button>
      ) : (
        <CardFace card={card} />
      )}
      <button
        type="button"
        className={css.remove}
        title="Deletar Cartão"
        aria-label={`Deletar Cartão ${name}`}
        onClick={onRemove}
      >
        <Icon name="trash" size={22} />
      </button>
    </li>
  )
}

/** What is printed on the card, as far as it is known here. */
export function CardFace({
  card,
}: {
  card: Pick<WireSavedCard, 'brand' | 'card_last_digits' | 'payment_type'>
}) {
  return (
    <span className={css.face}>
      <span className={css.chip}>
        <Icon name="card" />
      </span>
      <span className={css.words}>
        <strong>{brandName(card.brand)}</strong>
        <small>
          final {card.card_last_digits} · {card.payment_type === 1 ? 'Crédito' : 'Débito'}
        </small>
      </span>
    </span>
  )
}
