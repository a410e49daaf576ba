// Runs beside the page: hands the microphone's sound over in frames of 256 samples at 16 kHz, one channel.

class Frames extends AudioWorkletProcessor {
  #frame = new Float32Array(256);
  #filled = 0;
  #sum = 0;
  #count = 0;
  #phase = 0;

  process([channels]) {
    const [left, right] = channels;
    if (!left) return true;
    for (let at = 0; at < left.length; at += 1) {
      this.#sum += right ? (left[at] + right[at]) / 2 : left[at];
      this.#count += 1;
      this.#phase += 16_000 / sampleRate;
      if (this.#phase < 1) continue;
      for (; this.#phase >= 1; this.#phase -= 1) this.#put(this.#sum / this.#count);
      this.#sum = this.#count = 0;
    }
    return true;
  }

  #put(sample) {
    this.#frame[this.#filled] = sample;
    this.#filled += 1;
    if (this.#filled < this.#frame.length) return;
    this.port.postMessage(this.#frame);
    this.#filled = 0;
  }
}

registerProcessor('frames', Frames);
