// How loud it is, drawn.

const calm = window.matchMedia('(prefers-reduced-motion: reduce)');

/** Draws a sound as a line or, for whoever wants less motion, as a bar that rarely changes. Returns what ends it. */
export function draw(canvas, audio, source) {
  const analyser = audio.createAnalyser();
  analyser.fftSize = 512;
  source.connect(analyser);
  const [samples, pen] = [new Uint8Array(analyser.fftSize), canvas.getContext('2d')];
  const { width, height } = canvas;
  let next = 0;
  let last = 0;
  const frame = (now) => {
    next = requestAnimationFrame(frame);
    if (calm.matches && now - last < 500) return;
    last = now;
    analyser.getByteTimeDomainData(samples);
    pen.clearRect(0, 0, width, height);
    pen.strokeStyle = pen.fillStyle = getComputedStyle(canvas).color;
    if (calm.matches) {
      const loud = Math.max(...samples.map((sample) => Math.abs(sample - 128))) / 128;
      return pen.fillRect(0, height / 2 - 3, width * loud, 6);
    }
    pen.beginPath();
    samples.forEach((sample, at) => pen.lineTo((at / samples.length) * width, (sample / 256) * height));
    pen.stroke();
  };
  next = requestAnimationFrame(frame);
  return () => {
    cancelAnimationFrame(next);
    pen.clearRect(0, 0, width, height);
  };
}
