import type { ProfileMemory } from "../../models/profile/learned.ts"
import type { Store } from "../../store/contract.ts"

/** Keeps what was learned of models among the settings of the store. */
export function profileMemory(store: Pick<Store, "setting" | "setSetting">): ProfileMemory {
  return {
    recall: (key) => store.setting(key),
    keep: (key, learned) => store.setSetting(key, learned),
  }
}
