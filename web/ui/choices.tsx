import { Radio } from "@base-ui/react/radio"
import { RadioGroup } from "@base-ui/react/radio-group"
import { useId } from "react"

export function Choices<T extends string>(props: {
  label: string
  value: T
  onChange: (value: T) => void
  options: readonly { value: T; name: string }[]
}) {
  const { label, value, onChange, options } = props
  const id = useId()
  return (
    <div className="flex flex-col items-start gap-1.5">
      <span id={id} className="text-sm font-medium">
        {label}
      </span>
      <RadioGroup
        aria-labelledby={id}
        value={value}
        onValueChange={(next) => onChange(next as T)}
        className="flex flex-wrap gap-0.5 rounded-lg bg-sunken p-0.5"
      >
        {options.map((option) => (
          <Radio.Root
            key={option.value}
            value={option.value}
            aria-label={option.name}
            className="flex min-h-8 cursor-pointer items-center rounded-md px-3 text-sm text-ink-soft select-none data-checked:bg-surface data-checked:text-ink data-checked:shadow-sm pointer-coarse:min-h-11"
          >
            {option.name}
          </Radio.Root>
        ))}
      </RadioGroup>
    </div>
  )
}
