import { isWithin } from "./path-within.ts"

/** Where Linux keeps ordinary files in memory: below /dev, and no device. */
export const sharedMemory = "/dev/shm"

/** Whether a path is a device, or a file that the kernel makes up: no file of a person is there. */
export function isSystemPath(path: string): boolean {
  return ["/proc", "/sys", "/dev"].some((place) => isWithin(path, place)) && !isWithin(path, sharedMemory)
}
